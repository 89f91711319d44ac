package org.orbweaver.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** What {@code orb --version} says, from the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    return new String[] {"Orbweaver " + Objects.requireNonNullElse(version, "from source")};
  }
}
