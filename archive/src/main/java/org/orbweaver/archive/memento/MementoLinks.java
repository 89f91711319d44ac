package org.orbweaver.archive.memento;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.orbweaver.archive.replay.Capture;

/** Dates and links of RFC 7089. */
public final class MementoLinks {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private MementoLinks() {}

  public static String date(Instant at) {
    return HTTP_DATE.format(at);
  }

  public static Instant parseDate(String text) {
    try {
      return ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
          .toInstant()
          .plusMillis(999);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "Accept-Datetime must be like " + date(Instant.EPOCH) + ", not " + text, e);
    }
  }

  /** Of a memento: what it is one of, and where the others are. */
  public static String header(String self, String prefix, Capture capture) {
    String url = capture.url();
    return "<"
        + url
        + ">; rel=\"original\", <"
        + self
        + prefix
        + url
        + ">; rel=\"timegate\", <"
        + self
        + TimeMap.path(prefix, "link", url)
        + ">; rel=\"timemap\"; type=\"application/link-format\", <"
        + self
        + prefix
        + capture.timestamp()
        + "mp_/"
        + url
        + ">; rel=\"memento\"; datetime=\""
        + date(capture.at())
        + "\"";
  }
}
