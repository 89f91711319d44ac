package org.orbweaver.archive.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.index.CaptureIndex.RowVisitor;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.fetch.http.Response;

/** What one capture can do to the words of the others. */
class TextIndexTest {
  private static final RecordLocation NOWHERE = new RecordLocation(0, 0, 0);

  @TempDir private Path directory;
  private Instant now = Instant.parse("2026-11-16T12:00:00Z");
  private final Pages pages = new Pages();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  TextIndexTest() {}

  /** An archive in memory. */
  private static final class Pages implements CaptureSource {
    private final Map<IndexRow, @Nullable String> bodies = new HashMap<>();
    private final AtomicInteger opened = new AtomicInteger();

    /**
     * @param body null while it is not here
     */
    IndexRow keep(String url, Instant at, @Nullable String body) {
      IndexRow row =
          new IndexRow(
              url,
              at,
              IndexRow.Kind.RESPONSE,
              200,
              NOWHERE,
              NOWHERE,
              new byte[20],
              "text/html",
              null,
              null);
      bodies.put(row, body);
      return row;
    }

    @Override
    public String name() {
      return "pages";
    }

    @Override
    public void scan(String surtStart, String from, RowVisitor visitor) {
      bodies.keySet().stream()
          .sorted(Comparator.comparing(IndexRow::surt).thenComparing(IndexRow::at))
          .takeWhile(visitor::visit)
          .forEach(row -> {});
    }

    @Override
    public Response open(IndexRow row, long most) throws IOException {
      opened.incrementAndGet();
      String body = bodies.get(row);
      if (body == null) {
        throw new FileNotFoundException("it is not here");
      }
      String http = body.startsWith("HTTP") ? body : "HTTP/1.1 200 OK\r\n\r\n" + body;
      return Response.stored(
          new ByteArrayInputStream(http.getBytes(StandardCharsets.US_ASCII)), most);
    }

    @Override
    public Response open(IndexRow row) throws IOException {
      return open(row, Response.ANY_SIZE);
    }

    @Override
    public void oldestFirst(String surt, Instant from, RowVisitor visitor) {
      scan(surt, surt, visitor);
    }

    @Override
    public void newestFirst(String surt, Instant notAfter, RowVisitor visitor) {
      scan(surt, surt, visitor);
    }

    @Override
    public InputStream record(RecordLocation place) {
      return InputStream.nullInputStream();
    }

    @Override
    public String fileName(RecordLocation place) {
      return "";
    }

    @Override
    public void close() {}
  }

  private TextIndex index() {
    return new TextIndex(directory, () -> now);
  }

  private List<String> found(String words) throws IOException {
    try (TextSearch search = new TextSearch(List.of(index()), AccessRules.none())) {
      return search
          .search(
              new TextSearch.Question(
                  words, null, null, null, Archive.DAWN, Archive.END_OF_TIME, 10))
          .hits()
          .stream()
          .map(TextSearch.Hit::url)
          .toList();
    }
  }

  @Test
  void aHostWithoutEndIsNoHost() throws IOException {
    pages.keep("http://a.example/", now, "<a href='http://" + "a".repeat(40_000) + "/'>tide");
    assertThat(index().update(pages, false)).isEqualTo(new TextIndex.Taken(1, 0));
    assertThat(found("tide")).containsExactly("http://a.example/");
  }

  @Test
  void aTitleIsCutWhereNobodyReadsOn() throws IOException {
    pages.keep("http://a.example/", now, "<title>" + "tide ".repeat(100_000) + "</title>");
    index().update(pages, false);
    try (TextSearch search = new TextSearch(List.of(index()), AccessRules.none())) {
      assertThat(
              search
                  .search(
                      new TextSearch.Question(
                          "tide", null, null, null, Archive.DAWN, Archive.END_OF_TIME, 10))
                  .hits()
                  .getFirst()
                  .title()
                  .length())
          .isLessThanOrEqualTo(1_000);
    }
  }

  @Test
  void capturesThatCannotBeTakenAreCountedAndTheOthersAreFound() throws IOException {
    pages.keep("http://a.example/" + "a".repeat(40_000), now, "tide");
    pages.keep("x", now, "tide"); // no address at all
    pages.keep("http://b.example/", now, "HTTP and no more");
    pages.keep("http://c.example/", now, "tide");

    assertThat(index().update(pages, false)).isEqualTo(new TextIndex.Taken(1, 2));
    assertThat(found("tide")).containsExactly("http://c.example/");
    assertThat(found("-lighthouse")).containsExactly("http://c.example/");
  }

  @Test
  void aCaptureOfTheFarFutureKeepsNoOtherFromBeingReadAndIsReadOnce() throws IOException {
    pages.keep("http://a.example/", Instant.parse("9000-01-01T00:00:00Z"), "tomorrow");
    index().update(pages, false);
    pages.keep("http://b.example/", now, "tide");

    assertThat(index().update(pages, false).added()).isEqualTo(1);
    assertThat(index().update(pages, false).added()).isZero();
    assertThat(found("tide")).containsExactly("http://b.example/");
    assertThat(pages.opened).hasValue(2);
  }

  @Test
  void whatComesLateIsTakenInAndNothingIsReadTwice() throws IOException {
    pages.keep("http://a.example/", now, "tide");
    pages.keep("http://b.example/", now, "HTTP and no more");
    index().complete(pages);
    pages.keep("http://c.example/", now.minus(Duration.ofDays(900)), "lighthouse");

    assertThat(index().complete(pages).added()).isEqualTo(1);
    assertThat(index().complete(pages).added()).isZero();
    assertThat(found("lighthouse")).containsExactly("http://c.example/");
    assertThat(pages.opened).hasValue(3);
  }

  @Test
  void whatWasNotAllHereIsLookedForAgainAfterAWhile() throws IOException {
    IndexRow row = pages.keep("http://a.example/", now.minus(Duration.ofDays(900)), null);
    index().complete(pages);
    pages.bodies.put(row, "tide");

    assertThat(index().complete(pages).added()).isZero();
    now = now.plus(Duration.ofHours(1));
    assertThat(index().complete(pages).added()).isEqualTo(1);
    assertThat(found("tide")).containsExactly("http://a.example/");
  }
}
