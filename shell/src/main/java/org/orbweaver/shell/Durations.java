package org.orbweaver.shell;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as people write them: 500ms, 2s, 15m, 12h, 1d. */
public final class Durations implements ITypeConverter<Duration> {
  private static final Pattern WRITTEN = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration; write 500ms, 2s, 15m, 12h or 1d");
    }
    double unit =
        switch (written.group(2)) {
          case "ms" -> 1;
          case "s" -> 1e3;
          case "m" -> 60e3;
          case "h" -> 3600e3;
          default -> 86_400e3;
        };
    return Duration.ofMillis(Math.round(Double.parseDouble(written.group(1)) * unit));
  }
}
