package org.orbweaver.cli.swarm;

import org.orbweaver.app.swarm.BuiltInKinds;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The scheme of a kind of tasks that there is. */
final class KnownScheme implements ITypeConverter<String> {
  @Override
  public String convert(String scheme) {
    if (BuiltInKinds.ALL.of(scheme + ":") == null) {
      throw new TypeConversionException(
          "no tasks have the scheme '%s'; there are %s"
              .formatted(scheme, BuiltInKinds.ALL.forms()));
    }
    return scheme;
  }
}
