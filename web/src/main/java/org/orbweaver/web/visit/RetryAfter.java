package org.orbweaver.web.visit;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** How long a server asks to be left alone: seconds or a date (RFC 9110 §10.2.3). */
final class RetryAfter {
  private RetryAfter() {}

  /** Zero if it cannot be understood or lies in the past; never more than the limit. */
  static Duration parse(String value, Instant now, Duration limit) {
    Duration wait;
    if (value.matches("[0-9]{1,9}")) {
      wait = Duration.ofSeconds(Long.parseLong(value));
    } else {
      try {
        Instant until =
            ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        wait = Duration.between(now, until);
      } catch (DateTimeException e) {
        wait = Duration.ZERO;
      }
    }
    return wait.isNegative() ? Duration.ZERO : wait.compareTo(limit) > 0 ? limit : wait;
  }
}
