package org.orbweaver.app.up;

import java.io.IOException;

/** What a job needs is not there yet, which is nobody's fault: it waits, and asks again soon. */
public final class NotYet extends IOException {
  private static final long serialVersionUID = 1;

  public NotYet(String sentence) {
    super(sentence);
  }
}
