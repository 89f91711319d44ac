package org.orbweaver.app.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.web.visit.LastCapture;

/** What somebody who fetched a page can do to those who export the crawl. */
class ExportFilesTest {
  private static final CrawlId CRAWL = new CrawlId(0, 7);
  private static final String HONEST = "http://site.example/honest";
  private static final String LIAR = "http://site.example/liar";

  private static final Set<String> CRAWLED =
      Set.of(CaptureChoice.surt(HONEST), CaptureChoice.surt(LIAR));

  @TempDir private Path directory;

  private static byte[] record(int id, String page, String text) throws IOException {
    String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + text;
    String record =
        """
        WARC/1.0
        WARC-Type: response
        WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-%012d>
        WARC-Date: 2026-01-01T00:00:00Z
        WARC-Target-URI: %s
        Content-Type: application/http; msgtype=response
        Content-Length: %d

        """
            .formatted(id, page, http.length())
            .replace("\n", "\r\n");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write((record + http + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }
    return out.toByteArray();
  }

  private static SwarmCapture capture(String uri) {
    return new SwarmCapture(
        CRAWL,
        uri,
        uri,
        0,
        List.of(new EntryId(Key.ZERO, uri.hashCode())),
        new PageSummary(
            200,
            new LastCapture(Instant.EPOCH, new byte[20], null, null),
            "text/html",
            1,
            List.of(),
            List.of()));
  }

  private Path brought(byte[]... records) throws IOException {
    Path file = Files.createTempFile(directory, "capture-", ".part");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] each : records) {
      all.write(each);
    }
    return Files.write(file, all.toByteArray());
  }

  private List<String> exported() throws IOException {
    List<String> pages = new ArrayList<>();
    List<Path> warcs;
    try (Stream<Path> files = Files.list(directory)) {
      warcs = files.filter(file -> file.toString().endsWith(".warc.gz")).sorted().toList();
    }
    for (Path warc : warcs) {
      try (WarcReader reader = new WarcReader(warc)) {
        for (WarcRecord record : reader) {
          WarcResponse response = (WarcResponse) record;
          pages.add(
              response.target()
                  + " "
                  + new String(
                      response.http().body().stream().readAllBytes(), StandardCharsets.US_ASCII));
        }
      }
    }
    return pages;
  }

  @Test
  void aRecordThatHasTheIdOfAnotherDoesNotPushItOut() throws IOException {
    try (ExportFiles files = ExportFiles.open(directory, CRAWL)) {
      files.add(capture(LIAR), brought(record(1, LIAR, "a lie")), CRAWLED);
      files.add(capture(HONEST), brought(record(1, HONEST, "true")), CRAWLED);
      files.commit();
    }
    assertThat(exported()).containsExactly(LIAR + " a lie", HONEST + " true");
  }

  @Test
  void whatACaptureSaysAboutAnotherPageOfTheCrawlIsLeftOut() throws IOException {
    try (ExportFiles files = ExportFiles.open(directory, CRAWL)) {
      files.add(
          capture(LIAR),
          brought(
              record(1, LIAR, "own"),
              record(2, HONEST, "a lie about another"),
              record(4, "https://www.site.example/honest", "by another name"),
              record(3, "http://site.example/robots.txt", "beside")),
          CRAWLED);
      files.commit();
    }
    assertThat(exported()).containsExactly(LIAR + " own", "http://site.example/robots.txt beside");
  }

  @Test
  void recordsThatCannotBeReadAreTheCapturesFaultAndTheExportGoesOn() throws IOException {
    byte[] whole = record(1, LIAR, "never to be seen");
    byte[] plain = new GZIPInputStream(new ByteArrayInputStream(whole)).readAllBytes();
    byte[] torn = Arrays.copyOf(whole, whole.length / 2);
    byte[] ofAnother = record(1, "http://site.example/unasked", "never to be seen");
    try (ExportFiles files = ExportFiles.open(directory, CRAWL)) {
      for (Path bad :
          List.of(
              brought(torn),
              brought(new byte[] {1, 2, 3}),
              brought(),
              brought(ofAnother),
              brought(plain))) {
        assertThatThrownBy(() -> files.add(capture(LIAR), bad, CRAWLED))
            .isInstanceOf(ExportFiles.UnsoundCapture.class);
        assertThat(bad).doesNotExist();
      }
      files.add(capture(HONEST), brought(record(2, HONEST, "true")), CRAWLED);
      files.commit();
      assertThat(files.has(capture(LIAR).name())).isFalse();
    }
    assertThat(exported()).containsExactly(HONEST + " true");
  }

  @Test
  void anExportThatGoesOnKnowsTheRecordsItHas() throws IOException {
    byte[] robots = record(3, "http://site.example/robots.txt", "shared");
    try (ExportFiles files = ExportFiles.open(directory, CRAWL)) {
      files.add(capture(LIAR), brought(robots, record(1, LIAR, "one")), Set.of());
      files.commit();
    }
    try (ExportFiles files = ExportFiles.open(directory, CRAWL)) {
      files.add(capture(HONEST), brought(robots, record(2, HONEST, "two")), Set.of());
      files.commit();
    }
    assertThat(exported())
        .containsExactly("http://site.example/robots.txt shared", LIAR + " one", HONEST + " two");
  }
}
