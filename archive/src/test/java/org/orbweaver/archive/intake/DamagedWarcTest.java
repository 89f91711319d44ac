package org.orbweaver.archive.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.archive.replay.ForeignCollection;

class DamagedWarcTest {
  @TempDir private Path directory;

  private static byte[] member(String page) throws IOException {
    String http =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nthis is page %s".formatted(page);
    String record =
        """
        WARC/1.0
        WARC-Type: response
        WARC-Record-ID: <urn:uuid:00000000-0000-0001-0000-014aa2e80000>
        WARC-Date: 2015-01-01T00:00:00Z
        WARC-Target-URI: http://site.example/%s
        Content-Type: application/http; msgtype=response
        Content-Length: %d

        """
            .formatted(page, http.length())
            .replace("\n", "\r\n");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write((record + http + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }
    return out.toByteArray();
  }

  private static List<String> pages(ForeignCollection collection) {
    List<String> pages = new ArrayList<>();
    collection.index().forEach(row -> pages.add(row.url().replaceAll(".*/", "")));
    return pages;
  }

  /** What comes out of damaged bytes may end anywhere, and seem to be a record. */
  @Test
  void whereverARecordIsDamagedThoseBeforeAndBehindItAreRead() throws IOException {
    byte[] one = member("one");
    byte[] two = member("two");
    byte[] three = member("three");
    for (int at = 10; at + 16 < two.length; at += 3) {
      byte[] damaged = two.clone();
      Arrays.fill(damaged, at, at + 16, (byte) 0);
      Path file = directory.resolve(at + ".warc.gz");
      Files.write(file, one);
      Files.write(file, damaged, StandardOpenOption.APPEND);
      Files.write(file, three, StandardOpenOption.APPEND);
      Path index = directory.resolve("at" + at);
      try (ForeignCollection collection = ForeignCollection.open(index, "files", true)) {
        WarcIntake.Report report = collection.add(List.of(file));
        assertThat(pages(collection)).as("byte %d", at).contains("one", "three");
        assertThat(report.problems()).as("byte %d", at).hasSizeLessThanOrEqualTo(2);
        assertThat(report.problems().isEmpty())
            .as("a record that can be read is there, or it is said that it cannot, byte %d", at)
            .isEqualTo(pages(collection).contains("two"));
      }
    }
  }

  @Test
  void aRecordThatIsStillBeingWrittenIsReadWhenItIsWhole() throws IOException {
    byte[] one = member("one");
    byte[] two = member("two");
    for (int cut = 1; cut < two.length; cut += 5) {
      Path file = directory.resolve("cut" + cut + ".warc.gz");
      Files.write(file, one);
      Files.write(file, Arrays.copyOf(two, cut), StandardOpenOption.APPEND);
      Path index = directory.resolve("index" + cut);
      try (ForeignCollection collection = ForeignCollection.open(index, "files", true)) {
        collection.add(List.of(file));
        assertThat(pages(collection)).as("cut at %d", cut).contains("one");
        Files.write(file, Arrays.copyOfRange(two, cut, two.length), StandardOpenOption.APPEND);
        collection.refresh();
        assertThat(pages(collection)).as("cut at %d", cut).contains("one", "two");
      }
    }
  }
}
