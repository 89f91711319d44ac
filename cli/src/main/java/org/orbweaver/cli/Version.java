package org.orbweaver.cli;

import org.orbweaver.shell.ProgramVersion;
import picocli.CommandLine.IVersionProvider;

/** What {@code orb --version} says. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {ProgramVersion.text()};
  }
}
