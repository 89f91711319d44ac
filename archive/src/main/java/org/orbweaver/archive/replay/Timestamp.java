package org.orbweaver.archive.replay;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Times as wayback software writes them: {@code 20261115120000}. Fewer digits mean the whole year,
 * month, day, …; the newest capture within is meant, so such a time reads as its end.
 */
public final class Timestamp {
  private static final String LAST = "99991231235959";
  private static final int YEAR = 4;
  private static final int FULL = 14;

  private Timestamp() {}

  public static String of(Instant at) {
    LocalDateTime time = LocalDateTime.ofInstant(at, ZoneOffset.UTC);
    char[] digits = new char[FULL];
    put(digits, 0, 4, time.getYear());
    put(digits, 4, 2, time.getMonthValue());
    put(digits, 6, 2, time.getDayOfMonth());
    put(digits, 8, 2, time.getHour());
    put(digits, 10, 2, time.getMinute());
    put(digits, 12, 2, time.getSecond());
    return new String(digits);
  }

  private static void put(char[] digits, int at, int count, int value) {
    int rest = value;
    for (int i = at + count - 1; i >= at; i--) {
      digits[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  }

  public static boolean isTimestamp(String text) {
    return !text.isEmpty()
        && text.length() <= FULL
        && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
  }

  /** The last millisecond a possibly partial time covers. */
  public static Instant end(String digits) {
    check(digits);
    String full = digits.length() < YEAR ? LAST : digits + LAST.substring(digits.length());
    return instant(full).plusMillis(999);
  }

  /** Its first millisecond. */
  public static Instant start(String digits) {
    check(digits);
    String first = "00010101000000";
    return instant(digits.length() < YEAR ? first : digits + first.substring(digits.length()));
  }

  private static void check(String digits) {
    if (!digits.isEmpty() && !isTimestamp(digits)) {
      throw new IllegalArgumentException(
          digits + " is not a date: those are up to 14 digits, such as 2026 or 20261115120000");
    }
  }

  /** Days beyond a month's end mean its last day; other nonsense is refused. */
  private static Instant instant(String full) {
    try {
      int year = number(full, 0, 4);
      int month = number(full, 4, 6);
      int longest = LocalDate.of(Math.max(1, year), month, 1).lengthOfMonth();
      int day = Math.min(number(full, 6, 8), longest);
      return LocalDateTime.of(
              Math.max(1, year),
              month,
              day,
              number(full, 8, 10),
              number(full, 10, 12),
              number(full, 12, 14))
          .toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(full + " is not a date: " + e.getMessage(), e);
    }
  }

  private static int number(String text, int start, int end) {
    return Integer.parseInt(text, start, end, 10);
  }
}
