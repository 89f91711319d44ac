package org.orbweaver.app.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Authorship;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;

/** What {@code orb peers --get} brings of a page whose body the swarm has from another one. */
class SwarmResultsTest {
  private static final CrawlId CRAWL = new CrawlId(1, 1);
  private static final String FIRST = "http://a.test/first";
  private static final String COPY = "http://a.test/copy";

  @TempDir private Path directory;
  private final Map<EntryId, Entry> swarm = new HashMap<>();
  private final SwarmResults results = new SwarmResults(new TaskRecords(swarm::get), swarm::get);

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  SwarmResultsTest() {}

  private void keep(String uri, String warc) {
    Task task = Task.of(CRAWL, uri);
    List<Entry> pieces = Piece.cut(task.id().key(), warc.getBytes(StandardCharsets.US_ASCII));
    pieces.forEach(piece -> swarm.put(piece.id(), piece));
    byte[] result = Result.of(pieces.stream().map(Entry::id).toList(), new byte[0]).bytes();
    Entry record = task.processed(Authorship.unsigned(1, Endpoint.v4(0x7F00_0001, 7117)), result);
    swarm.put(record.id(), record);
  }

  private static String record(String type, String uri, String more, String http) {
    return "WARC/1.1\r\nWARC-Type: "
        + type
        + "\r\nWARC-Target-URI: "
        + uri
        + "\r\nWARC-Date: 2026-11-16T00:00:01Z\r\n"
        + "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
        + "Content-Type: application/http;msgtype=response\r\n"
        + more
        + "Content-Length: "
        + http.length()
        + "\r\n\r\n"
        + http
        + "\r\n\r\n";
  }

  private static String response(String uri) {
    return record(
        "response",
        uri,
        "",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello");
  }

  private static String revisit(String uri, String of) {
    String profile = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
    return record(
        "revisit",
        uri,
        "WARC-Profile: " + profile + "\r\nWARC-Refers-To-Target-URI: " + of + "\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
  }

  private List<String> bodies(String uri) throws IOException, InterruptedException {
    Path file = directory.resolve("page.warc");
    results.write(uri, List.of(CRAWL), file);
    List<String> bodies = new ArrayList<>();
    try (WarcReader reader = new WarcReader(file)) {
      for (WarcRecord record : reader) {
        if (record instanceof WarcResponse response) {
          byte[] body = response.http().body().stream().readAllBytes();
          bodies.add(response.target() + " " + new String(body, StandardCharsets.US_ASCII));
        }
      }
    }
    return bodies;
  }

  @Test
  void aRevisitComesWithTheRecordThatHasItsBody() throws Exception {
    keep(FIRST, response(FIRST));
    keep(COPY, revisit(COPY, FIRST));
    assertThat(bodies(FIRST)).containsExactly(FIRST + " hello");
    assertThat(bodies(COPY)).containsExactly(FIRST + " hello");
  }

  @Test
  void aBodyThatNobodyHasIsToldAndNoHalfFileIsLeft() throws Exception {
    keep(COPY, revisit(COPY, FIRST));
    assertThatThrownBy(() -> bodies(COPY)).hasMessageContaining("same body as " + FIRST);
    keep(FIRST, revisit(FIRST, COPY)); // each refers to the other: a hostile peer's joke
    assertThat(bodies(COPY)).isEmpty();
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactly("page.warc");
    }
  }

  @Test
  void whatIsNoPageIsBroughtAsItIs() throws Exception {
    String magnet = "magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567";
    keep(magnet, "d4:name1:ae");
    Path file = directory.resolve("info");
    assertThat(results.write(magnet, List.of(CRAWL), file)).isEqualTo(11);
  }
}
