package org.orbweaver.cli.census;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time as people write it: {@code 30s}, {@code 5m}, {@code 1h}. */
final class Interval {
  private static final Pattern WRITTEN = Pattern.compile("(\\d{1,6})([smh])");

  private Interval() {}

  static Duration parse(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a length of time is a number with s, m or h, such as 5m, not " + text);
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }
}
