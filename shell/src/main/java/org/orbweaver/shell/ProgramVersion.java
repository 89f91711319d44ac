package org.orbweaver.shell;

import java.util.Objects;

/** Name and version of the program, from the jar's manifest. */
public final class ProgramVersion {
  private ProgramVersion() {}

  public static String text() {
    String version = ProgramVersion.class.getPackage().getImplementationVersion();
    return "Orbweaver " + Objects.requireNonNullElse(version, "from source");
  }
}
