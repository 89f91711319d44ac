package org.orbweaver.web.crawl;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.web.visit.Cause;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.VisitStep;

/**
 * What became of one address: a line of the crawl's log, its columns divided by tabs. Columns and
 * codes are Heritrix', as far as they fit.
 *
 * @param status of the response, or below zero: why there is none; 0 for a note
 * @param bytes received
 * @param path a letter for each step from the seed
 * @param via the page it was found on
 * @param digest of the payload
 * @param why it was not fetched, or what else there is to say
 */
public record LogLine(
    Instant time,
    int status,
    long bytes,
    String url,
    String path,
    String via,
    String type,
    String digest,
    long millis,
    int round,
    String why) {
  static final String COLUMNS =
      "time\tstatus\tbytes\turl\tpath\tvia\ttype\tdigest\tmillis\tround\twhy";
  private static final int COUNT = 11;

  private static final String UNCHANGED = "unchanged";
  static final String BY_SCRIPT = "asked for by a script";

  public static LogLine captured(
      Instant time, int round, Target page, VisitStep.CapturedPage captured) {
    return captured(time, round, page, captured, List.of());
  }

  /**
   * @param missed what could not be kept or read of it
   */
  static LogLine captured(
      Instant time, int round, Target page, VisitStep.CapturedPage captured, List<String> missed) {
    return new LogLine(
        time,
        captured.status(),
        captured.bytes(),
        page.url().toString(),
        page.trail().path(),
        page.trail().via(),
        captured.mediaType(),
        "sha1:" + WarcIntake.base32(captured.capture().digest()),
        captured.nanos() / 1_000_000,
        round,
        missed.isEmpty() ? captured.changed() ? "" : UNCHANGED : String.join("; ", missed));
  }

  public static LogLine missed(Instant time, int round, Target page, Cause cause) {
    return missed(
        time, round, page.url().toString(), page.trail().path(), page.trail().via(), cause);
  }

  public static LogLine missed(
      Instant time, int round, String url, String path, String via, Cause cause) {
    return new LogLine(time, cause.code(), 0, url, path, via, "", "", 0, round, cause.because());
  }

  public static LogLine note(Instant time, int round, String text) {
    return new LogLine(time, 0, 0, "", "", "", "", "", 0, round, text);
  }

  /** It was captured, but not all of it was kept or read. */
  boolean isIncomplete() {
    return status > 0 && !why.isEmpty() && !why.equals(UNCHANGED) && !why.equals(BY_SCRIPT);
  }

  /** As it stands in the file, without its end. */
  public String text() {
    StringBuilder line = new StringBuilder(256);
    line.append(time).append('\t').append(status).append('\t').append(bytes);
    for (String words : List.of(url, path, via, type, digest)) {
      plain(words, line.append('\t'));
    }
    line.append('\t').append(millis).append('\t').append(round);
    plain(why, line.append('\t'));
    return line.toString();
  }

  /**
   * A server's own words may hold anything. Programs that read such tables take a quotation mark at
   * a column's start for that of a text of many lines.
   */
  private static void plain(String words, StringBuilder line) {
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      line.append(Character.isISOControl(c) ? ' ' : c == '"' ? '\'' : c);
    }
  }

  /** Null for what is no line of a log, such as its first. */
  static @Nullable LogLine parse(String text) {
    String[] parts = text.split("\t", -1);
    if (parts.length != COUNT || parts[0].equals("time")) {
      return null;
    }
    try {
      return new LogLine(
          Instant.parse(parts[0]),
          Integer.parseInt(parts[1]),
          Long.parseLong(parts[2]),
          parts[3],
          parts[4],
          parts[5],
          parts[6],
          parts[7],
          Long.parseLong(parts[8]),
          Integer.parseInt(parts[9]),
          parts[10]);
    } catch (java.time.DateTimeException | NumberFormatException e) {
      return null; // somebody wrote in it
    }
  }
}
