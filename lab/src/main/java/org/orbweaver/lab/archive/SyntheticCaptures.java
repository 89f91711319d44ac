package org.orbweaver.lab.archive;

import java.time.Instant;
import java.util.SplittableRandom;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.archive.warc.RecordLocation;

/**
 * Captures by number, in no order of their addresses: four of each address on average, hosts by
 * Zipf's law. Two of one address never have the same second.
 *
 * @param count of all captures
 */
record SyntheticCaptures(long count, long seed) {
  private static final Instant START = Instant.parse("2020-01-01T00:00:00Z");
  private static final int IN_FILE = 1 << 18;

  IndexRow row(long number) {
    SplittableRandom random = new SplittableRandom(seed * 31 + number);
    long page = random.nextLong(Math.max(1, count / 4));
    SplittableRandom fixed = new SplittableRandom(seed * 7 + page);
    long host = (long) Math.exp(fixed.nextDouble() * Math.log(Math.max(2.0, count / 100.0)));
    String url =
        "https://www.host"
            + host
            + ".example."
            + (fixed.nextInt(3) == 0 ? "org" : "com")
            + "/section-"
            + fixed.nextInt(40)
            + "/"
            + Integer.toHexString(fixed.nextInt(1 << 20))
            + "/article-"
            + page
            + ".html"
            + (fixed.nextInt(4) == 0 ? "?id=" + fixed.nextInt(100_000) : "");
    byte[] digest = new byte[20];
    random.nextBytes(digest);
    RecordLocation place =
        new RecordLocation(
            1 + (int) (number / IN_FILE), number % IN_FILE * 4_000, 3_500 + number % 977);
    return new IndexRow(
        url,
        START.plusMillis(number * 1_000 + random.nextInt(1_000)),
        IndexRow.Kind.RESPONSE,
        200,
        place,
        place,
        digest,
        "text/html",
        "\"" + Integer.toHexString(random.nextInt()) + "\"",
        null);
  }

  /** The same as a line of eleven columns, which has no ETag and whole seconds only. */
  String cdxLine(long number) {
    IndexRow row = row(number);
    return String.join(
        " ",
        row.surt(),
        Timestamp.of(row.at()),
        row.url(),
        row.mediaType(),
        "200",
        WarcIntake.base32(row.digest()),
        "-",
        "-",
        String.valueOf(row.place().length()),
        String.valueOf(row.place().offset()),
        "captures-%06d.warc.gz".formatted(row.place().file()));
  }
}
