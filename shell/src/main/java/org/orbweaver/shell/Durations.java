package org.orbweaver.shell;

import java.time.Duration;
import org.orbweaver.web.Amount;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as people write them: 500ms, 2s, 15m, 12h, 1d. */
public final class Durations implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      return Amount.time(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
