package org.orbweaver.cli.swarm;

import org.orbweaver.app.swarm.BuiltInKinds;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Something to crawl, in the one form of it that the swarm keeps. */
final class SeedUri implements ITypeConverter<String> {
  @Override
  public String convert(String uri) {
    try {
      return BuiltInKinds.ALL.canonical(uri);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
