package org.orbweaver.app.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.warc.Sha1Digest;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.web.visit.LastCapture;

/** What the time machine shows of pages whose bodies others brought. */
class SwarmSourceTest {
  private static final String FIRST = "http://a.test/first";
  private static final String COPY = "http://a.test/copy";
  private static final Instant LATER = Instant.parse("2026-05-01T00:00:00Z");

  @TempDir private Path directory;
  private final OnePeer swarm = new OnePeer();

  private static byte[] sha1(String body) throws IOException {
    return Sha1Digest.of(new ByteArrayInputStream(body.getBytes(StandardCharsets.US_ASCII)));
  }

  /** A capture whose payload is said to have this digest. */
  private void keep(String uri, CrawlId crawl, Instant at, byte[] digest, String warc) {
    PageSummary summary =
        new PageSummary(
            200, new LastCapture(at, digest, null, null), "text/html", 5, List.of(), List.of());
    swarm.keep(Task.of(crawl, uri), warc.getBytes(StandardCharsets.US_ASCII), summary.bytes());
  }

  private static String record(String type, String uri, byte[] digest, String more, String http) {
    return """
        WARC/1.1
        WARC-Type: %s
        WARC-Target-URI: %s
        WARC-Date: 2026-05-01T00:00:00Z
        WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>
        WARC-Payload-Digest: sha1:%s
        Content-Type: application/http;msgtype=response
        %sContent-Length: %d

        %s

        """
        .formatted(type, uri, WarcIntake.base32(digest), more, http.length(), http)
        .replace("\r\n", "\n")
        .replace("\n", "\r\n");
  }

  private static String response(String uri, byte[] digest, String body) {
    return record(
        "response", uri, digest, "", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body);
  }

  private static String revisit(String uri, String of, byte[] digest) {
    return record(
        "revisit",
        uri,
        digest,
        """
        WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest
        WARC-Refers-To-Target-URI: %s
        """
            .formatted(of),
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
  }

  private String shown(String uri) throws IOException {
    SwarmSource source =
        new SwarmSource(
            swarm,
            new BorrowedFiles(directory, 1 << 20, swarm),
            at -> null,
            null,
            CrawlTakedowns.NONE);
    List<IndexRow> rows = new ArrayList<>();
    source.newestFirst(
        CaptureChoice.surt(uri),
        LATER.plusSeconds(1),
        row -> {
          rows.add(row);
          return false;
        });
    try (Response response = source.open(rows.getFirst())) {
      return new String(response.payload().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void aLieAboutTheBodyThatPagesShareIsPassedByForTheTrueOne() throws IOException {
    byte[] digest = sha1("hello");
    keep(FIRST, new CrawlId(1, 1), Instant.EPOCH, digest, response(FIRST, digest, "a lie"));
    keep(FIRST, new CrawlId(1, 2), Instant.EPOCH.plusSeconds(1), digest, "no records at all");
    keep(FIRST, new CrawlId(1, 3), LATER, digest, response(FIRST, digest, "hello"));
    keep(COPY, new CrawlId(1, 3), LATER, digest, revisit(COPY, FIRST, digest));
    assertThat(shown(FIRST)).isEqualTo("hello");
    assertThat(shown(COPY)).isEqualTo("hello");
  }

  @Test
  void aBodyThatIsNotWhatItsRecordSaysIsNotShown() throws IOException {
    byte[] digest = sha1("hello");
    keep(FIRST, new CrawlId(1, 1), LATER, digest, response(FIRST, digest, "a lie"));
    assertThatThrownBy(() -> shown(FIRST)).isInstanceOf(FileNotFoundException.class);
  }
}
