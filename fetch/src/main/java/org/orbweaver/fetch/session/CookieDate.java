package org.orbweaver.fetch.session;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When a cookie expires, read as RFC 6265 §5.1.1 has it: servers have written dates in every way
 * there is, so each part is known by its shape, wherever it stands.
 */
final class CookieDate {
  private static final Pattern DELIMITERS =
      Pattern.compile("[\\x09\\x20-\\x2F\\x3B-\\x40\\x5B-\\x60\\x7B-\\x7E]+");
  private static final Pattern TIME = Pattern.compile("(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\D.*)?");
  private static final Pattern DAY = Pattern.compile("(\\d{1,2})(?:\\D.*)?");
  private static final Pattern YEAR = Pattern.compile("(\\d{2,4})(?:\\D.*)?");
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private CookieDate() {}

  /** Null for what is no date. */
  static @Nullable Instant parse(String text) {
    int[] time = null;
    int day = -1;
    int month = -1;
    int year = -1;
    for (String token : DELIMITERS.split(text)) {
      Matcher clock = TIME.matcher(token);
      Matcher days = DAY.matcher(token);
      Matcher years = YEAR.matcher(token);
      int named = month(token);
      if (time == null && clock.matches()) {
        time = new int[] {number(clock, 1), number(clock, 2), number(clock, 3)};
      } else if (day < 0 && days.matches()) {
        day = number(days, 1);
      } else if (month < 0 && named > 0) {
        month = named;
      } else if (year < 0 && years.matches()) {
        year = number(years, 1);
      }
    }
    if (time == null || year < 0) {
      return null;
    }
    int whole = year < 70 ? year + 2000 : year < 100 ? year + 1900 : year;
    try {
      return whole < 1601
          ? null
          : LocalDateTime.of(whole, month, day, time[0], time[1], time[2])
              .toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static int month(String token) {
    String start = token.substring(0, Math.min(3, token.length())).toLowerCase(Locale.ROOT);
    return MONTHS.indexOf(start) + 1;
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }
}
