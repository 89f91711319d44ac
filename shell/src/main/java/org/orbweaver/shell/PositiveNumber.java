package org.orbweaver.shell;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of which there must be at least one. */
public final class PositiveNumber implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    try {
      int number = Integer.parseInt(text);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new TypeConversionException("'" + text + "' is not a number of 1 or more");
  }
}
