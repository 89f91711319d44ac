package org.orbweaver.app.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.archive.warc.Sha1Digest;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.web.visit.LastCapture;
import tools.jackson.databind.json.JsonMapper;

/** What is found by its words at a peer that keeps copies of what strangers fetched. */
class HeldWordsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(900));
  private static final int MIB = 1 << 20;

  @TempDir private Path directory;
  private final OnePeer shelf = new OnePeer();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  HeldWordsTest() {}

  private void keep(String uri, Instant at, Kept kept) {
    PageSummary page =
        new PageSummary(
            200,
            new LastCapture(at, kept.digest, null, null),
            "text/html",
            1,
            List.of(),
            List.of());
    shelf.keep(Task.of(new CrawlId(0, 7), uri), kept.warc, page.bytes());
  }

  /** The records of a capture, and the digest of its payload. */
  @SuppressWarnings("ArrayRecordComponent") // on their way to the shelf
  private record Kept(byte[] warc, byte[] digest) {
    static Kept ofNone(byte[] warc) {
      return new Kept(warc, new byte[20]);
    }
  }

  private static byte[] digest(String begin, long zeros) {
    MessageDigest sha1 = Sha1Digest.create();
    sha1.update(begin.getBytes(StandardCharsets.US_ASCII));
    byte[] step = new byte[MIB];
    for (long left = zeros; left > 0; left -= step.length) {
      sha1.update(step, 0, (int) Math.min(left, step.length));
    }
    return sha1.digest();
  }

  private static String head(String uri, byte[] digest, long length) {
    return """
        WARC/1.0
        WARC-Type: response
        WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>
        WARC-Date: 2026-01-01T00:00:00Z
        WARC-Target-URI: %s
        WARC-Payload-Digest: sha1:%s
        Content-Type: application/http; msgtype=response
        Content-Length: %d

        """
        .formatted(uri, WarcIntake.base32(digest), length)
        .replace("\n", "\r\n");
  }

  private static byte[] zipped(String begin, long zeros) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(begin.getBytes(StandardCharsets.US_ASCII));
      byte[] step = new byte[MIB];
      for (long left = zeros; left > 0; left -= step.length) {
        gzip.write(step, 0, (int) Math.min(left, step.length));
      }
      gzip.write("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    return out.toByteArray();
  }

  private static Kept page(String uri, String body) throws IOException {
    String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
    byte[] digest = digest(body, 0);
    return new Kept(zipped(head(uri, digest, http.length()) + http, 0), digest);
  }

  /** A page of so many zeros, in a thousandth of their bytes. */
  private static Kept zeros(String uri, long bytes) throws IOException {
    String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    byte[] digest = digest("", bytes);
    return new Kept(zipped(head(uri, digest, http.length() + bytes) + http, bytes), digest);
  }

  private void keepPage(String uri, Instant at, String body) throws IOException {
    keep(uri, at, page(uri, body));
  }

  private SwarmSource source() throws IOException {
    BorrowedFiles files = new BorrowedFiles(directory.resolve("read"), 1L << 30, shelf);
    return new SwarmSource(shelf, files, at -> null, null, CrawlTakedowns.NONE);
  }

  /** Asked by somebody, half a minute after the last who asked. */
  private List<String> found(String words) throws Exception {
    HeldWords held =
        new HeldWords(directory.resolve("words"), source(), AccessRules::none, Runnable::run);
    TextSearch.Question question =
        new TextSearch.Question(words, null, null, null, Archive.DAWN, Archive.END_OF_TIME, 10);
    CompletableFuture<byte[]> told = new CompletableFuture<>();
    held.ask(JsonMapper.shared().writeValueAsBytes(question), told::complete);
    byte[] answer = told.get(60, TimeUnit.SECONDS);
    assertThat(answer).isNotEmpty();
    return JsonMapper.shared().readValue(answer, TextSearch.Answer.class).hits().stream()
        .map(TextSearch.Hit::url)
        .toList();
  }

  private List<IndexRow> rows(SwarmSource source) {
    List<IndexRow> rows = new ArrayList<>();
    source.scan("", "", rows::add);
    return rows;
  }

  @Test
  void anOldCaptureThatComesAfterNewerOnesIsFoundByItsWords() throws Exception {
    keepPage("http://a.example/new", NOW, "<p>tidewater");
    assertThat(found("tidewater")).containsExactly("http://a.example/new");

    keepPage("http://a.example/old", LONG_AGO, "<p>lighthouse");

    assertThat(found("lighthouse")).containsExactly("http://a.example/old");
    assertThat(found("tidewater")).containsExactly("http://a.example/new");
  }

  @Test
  void aCaptureOfTheFarFutureKeepsNoOtherFromBeingFound() throws Exception {
    keepPage("http://a.example/future", Instant.parse("9000-01-01T00:00:00Z"), "<p>tomorrow");
    assertThat(found("tomorrow")).hasSize(1);

    keepPage("http://a.example/today", NOW, "<p>tidewater");

    assertThat(found("tidewater")).containsExactly("http://a.example/today");
  }

  @Test
  void aLinkToAHostWithoutEndKeepsNoPageFromBeingFound() throws Exception {
    String link = "<a href=\"http://" + "a".repeat(40_000) + "/\">x</a>";
    keepPage("http://a.example/link", NOW, link + "<p>lighthouse");
    keepPage("http://b.example/", NOW, "<p>tidewater");

    assertThat(found("tidewater")).containsExactly("http://b.example/");
    assertThat(found("lighthouse")).containsExactly("http://a.example/link");
  }

  @Test
  void piecesThatAreNoRecordsKeepNoPageFromBeingFound() throws Exception {
    byte[] noise = "these are no records, but somebody's joke".getBytes(StandardCharsets.US_ASCII);
    keep("http://a.example/noise", NOW, Kept.ofNone(noise));
    keep(
        "http://a.example/undated",
        NOW,
        Kept.ofNone(
            "WARC/1.0\r\nWARC-Type: revisit\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII)));
    keepPage("http://b.example/", NOW, "<p>tidewater");

    assertThat(found("tidewater")).containsExactly("http://b.example/");
    assertThat(found("tidewater -lighthouse")).containsExactly("http://b.example/");
  }

  @Test
  void aSentenceWithoutEndDoesNotSilenceTheOthers() throws Exception {
    keepPage("http://a.example/", NOW, "<p>" + "tidewater ".repeat(9_900));
    keepPage("http://b.example/", NOW, "<p>The tidewater is quiet.");

    assertThat(found("tidewater")).contains("http://b.example/");
  }

  @Test
  void aPageOfTheLargestSizeThatIsCapturedIsShown() throws IOException {
    keep("http://a.example/", NOW, zeros("http://a.example/", 64L * MIB));
    SwarmSource source = source();
    try (Response response = source.open(rows(source).getFirst())) {
      assertThat(response.bodySize()).isEqualTo(64L * MIB);
    }
  }

  @Test
  void whatUnpacksToMoreThanAnyPageIsRefusedInASentence() throws Exception {
    keep("http://a.example/", NOW, zeros("http://a.example/", 80L * MIB));
    keepPage("http://b.example/", NOW, "<p>tidewater");

    SwarmSource source = source();
    assertThatThrownBy(() -> source.open(rows(source).getFirst()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("larger than any page");
    assertThat(found("tidewater")).containsExactly("http://b.example/");
  }

  @Test
  void recordsThatSayTheyGoOnForTerabytesAreNotUnpacked() throws IOException {
    String uri = "http://a.example/";
    byte[] endless =
        zipped(head("http://a.example/another", new byte[20], 1L << 40).replace("sha1:", "no:"), 1);
    keep(uri, NOW, Kept.ofNone(endless));

    SwarmSource source = source();
    assertThatThrownBy(() -> source.open(rows(source).getFirst()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("larger than those of any page");
  }
}
