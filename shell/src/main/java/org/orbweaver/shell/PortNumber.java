package org.orbweaver.shell;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A port to listen on: 0 for any free one, and -1 where that means none. */
public final class PortNumber implements ITypeConverter<Integer> {
  private static final int LARGEST = 0xFFFF;

  @Override
  public Integer convert(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= -1 && port <= LARGEST) {
        return port;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new TypeConversionException("a port is a number up to 65535, not '" + text + "'");
  }
}
