package org.orbweaver.web;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes and times as people write them, in options and in settings alike. */
public final class Amount {
  private static final Pattern SIZE =
      Pattern.compile("([0-9.]+(?:[eE][0-9]+)?)\\s*([kKmMgGtT]?)(i?)[bB]?");
  private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|d)");

  /** Longer ones have more nanoseconds than there are numbers. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private Amount() {}

  /**
   * Such as {@code 1GB}, {@code 700 MB}, {@code 4.4GiB}, {@code 1e9}.
   *
   * @throws IllegalArgumentException with a sentence
   */
  public static long bytes(String text) {
    Matcher form = SIZE.matcher(text.strip());
    try {
      if (form.matches()) {
        int power = "kmgt".indexOf(form.group(2).toLowerCase(Locale.ROOT)) + 1;
        double unit = form.group(3).isEmpty() ? 1000 : 1024;
        double factor = form.group(2).isEmpty() ? 1 : Math.pow(unit, power);
        return (long) (Double.parseDouble(form.group(1)) * factor);
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new IllegalArgumentException("a size is like 700MB, 4.4GiB or 1e9, not '" + text + "'");
  }

  /**
   * Such as {@code 500ms}, {@code 2s}, {@code 15m}, {@code 12h}, {@code 1d}.
   *
   * @throws IllegalArgumentException with a sentence
   */
  public static Duration time(String text) {
    Matcher written = TIME.matcher(text);
    if (!written.matches()) {
      throw new IllegalArgumentException(
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
    Duration time = Duration.ofMillis(Math.round(Double.parseDouble(written.group(1)) * unit));
    if (time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("'" + text + "' is too long: no time is over 36500d");
    }
    return time;
  }
}
