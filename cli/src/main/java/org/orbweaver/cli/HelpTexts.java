package org.orbweaver.cli;

import java.util.ListResourceBundle;
import org.orbweaver.app.swarm.BuiltInKinds;

/** What help texts say that is known elsewhere. */
final class HelpTexts extends ListResourceBundle {
  @Override
  protected Object[][] getContents() {
    return new Object[][] {{"task.forms", BuiltInKinds.ALL.forms()}};
  }
}
