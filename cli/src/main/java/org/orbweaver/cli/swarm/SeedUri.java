package org.orbweaver.cli.swarm;

import org.orbweaver.app.swarm.BuiltInKinds;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Something to crawl, as it is to be asked for. */
final class SeedUri implements ITypeConverter<String> {
  @Override
  public String convert(String uri) {
    try {
      return BuiltInKinds.ALL.given(uri);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
