package org.orbweaver.shell.pages;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A pattern of addresses, in the syntax of RE2: others' patterns must not take for ever. */
final class AddressPattern implements ITypeConverter<Pattern> {
  @Override
  public Pattern convert(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new TypeConversionException("'" + text + "' is no pattern: " + e.getMessage());
    }
  }
}
