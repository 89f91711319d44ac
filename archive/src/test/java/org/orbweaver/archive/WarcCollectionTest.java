package org.orbweaver.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.orbweaver.archive.index.IndexRebuild;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.warc.HttpBytes;
import org.orbweaver.archive.warc.PageCapture;

class WarcCollectionTest {
  private static final Instant START = Instant.parse("2026-11-16T00:00:00Z");

  @TempDir Path directory;

  private WarcCollection open(@Nullable String mark) throws IOException {
    return WarcCollection.open(
        directory,
        mark,
        new CollectionOptions(
            6, 40_000, Map.of("software", "test"), false, false, InstantSource.fixed(START)));
  }

  private static void keep(
      WarcCollection collection,
      String url,
      int second,
      String body,
      @Nullable Instant unchangedSince)
      throws IOException {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; x\r\nETag: \"e\"\r\n\r\n";
    byte[] bytes = (head + body).getBytes(StandardCharsets.US_ASCII);
    PageCapture capture =
        new PageCapture(
            url,
            START.plusSeconds(second),
            InetAddress.ofLiteral("192.0.2.1"),
            "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            new Bytes(bytes, head.length()),
            unchangedSince == null ? 200 : 304,
            "text/html",
            "\"e\"",
            null,
            sha1(body),
            WarcTruncationReason.NOT_TRUNCATED,
            false,
            unchangedSince == null ? null : new PageCapture.Original(url, unchangedSince, true),
            1,
            1_000_000,
            null);
    try (EncodedCapture sealed = collection.seal(capture, body.length())) {
      collection.append(sealed);
    }
  }

  private static byte[] sha1(String text) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.US_ASCII));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // handed on, never changed
  private record Bytes(byte[] bytes, int headLength) implements HttpBytes {
    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public ByteBuffer whole() {
      return ByteBuffer.wrap(bytes);
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }
  }

  private static List<IndexRow> rows(WarcCollection collection) {
    List<IndexRow> rows = new ArrayList<>();
    collection.index().forEach(rows::add);
    return rows;
  }

  private static final String LONG = "0123456789".repeat(60);

  @Test
  void capturesAreFoundAgainByteForByte() throws IOException {
    try (WarcCollection collection = open(null)) {
      keep(collection, "http://h.example/a", 1, "hello", null);
      collection.commit();
      try (InputStream in = Objects.requireNonNull(collection.response("http://h.example/a"))) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII))
            .startsWith("HTTP/1.1 200 OK\r\n")
            .endsWith("\r\n\r\nhello");
      }
      assertThat(collection.newest("http://h.example/b")).isNull();
    }
  }

  @Test
  void equalContentIsKeptOnceAndReadThroughTheRevisit() throws IOException {
    try (WarcCollection collection = open(null)) {
      keep(collection, "http://h.example/a", 1, LONG, null);
      collection.commit();
      keep(collection, "http://h.example/copy", 2, LONG, null);
      keep(collection, "http://h.example/a", 3, LONG, START.plusSeconds(1));
      collection.commit();
      assertThat(rows(collection))
          .extracting(IndexRow::kind)
          .containsExactlyInAnyOrder(
              IndexRow.Kind.RESPONSE, IndexRow.Kind.REVISIT, IndexRow.Kind.NOT_MODIFIED);
      for (String url : List.of("http://h.example/copy", "http://h.example/a")) {
        try (InputStream in = Objects.requireNonNull(collection.response(url))) {
          assertThat(in).asString(StandardCharsets.US_ASCII).endsWith(LONG);
        }
      }
    }
  }

  @Test
  void everyNotModifiedHasItsOwnRecordIfWanted() throws IOException {
    CollectionOptions options =
        new CollectionOptions(6, 40_000, Map.of(), false, true, InstantSource.fixed(START));
    Path file;
    try (WarcCollection collection = WarcCollection.open(directory, null, options)) {
      keep(collection, "http://h.example/a", 1, LONG, null);
      collection.commit();
      keep(collection, "http://h.example/a", 3, LONG, START.plusSeconds(1));
      collection.commit();
      file = collection.files().files().firstEntry().getValue();
    }
    List<String> profiles = new ArrayList<>();
    try (WarcReader reader = new WarcReader(file)) {
      for (WarcRecord record : reader) {
        if (record instanceof WarcRevisit revisit) {
          profiles.add(revisit.profile() + " " + revisit.refersToDate().orElseThrow());
        }
      }
    }
    assertThat(profiles)
        .containsExactly(WarcRevisit.SERVER_NOT_MODIFIED_1_1 + " " + START.plusSeconds(1));
  }

  @Test
  void theIndexIsRebuiltFromTheFilesAlone() throws IOException {
    List<IndexRow> before;
    try (WarcCollection collection = open(null)) {
      for (int i = 0; i < 50; i++) {
        keep(collection, "http://h" + i % 3 + ".example/" + i, i, LONG + i, null);
      }
      collection.commit();
      keep(collection, "http://h9.example/copy", 60, LONG + 3, null);
      for (int i = 0; i < 50; i += 2) {
        keep(
            collection,
            "http://h" + i % 3 + ".example/" + i,
            100 + i,
            LONG + i,
            START.plusSeconds(i));
      }
      collection.endRound();
      before = rows(collection);
      new IndexRebuild(collection.files(), collection.index()).run(collection.files().mark());
      assertThat(rows(collection)).hasSameSizeAs(before);
      for (int i = 0; i < before.size(); i++) {
        assertThat(rows(collection).get(i)).usingRecursiveComparison().isEqualTo(before.get(i));
      }
    }
  }

  @Test
  void whatWasNotCommittedIsCutOffOnReopening() throws IOException {
    String mark;
    try (WarcCollection collection = open(null)) {
      keep(collection, "http://h.example/a", 1, LONG + "a", null);
      mark = collection.commit();
      keep(collection, "http://h.example/b", 2, LONG + "b", null);
      collection.commit(); // the frontier died before it noted this one
      keep(collection, "http://h.example/c", 3, LONG + "c", null);
    }
    breakTail();
    try (WarcCollection collection = open(mark)) {
      assertThat(rows(collection)).extracting(IndexRow::url).containsExactly("http://h.example/a");
      keep(collection, "http://h.example/b", 4, LONG + "b", null);
      collection.commit();
      assertThat(records()).isEqualTo(7); // warcinfo, and three records for each capture
    }
  }

  @Test
  void aBrokenTailWithoutAnIndexIsRepaired() throws IOException {
    try (WarcCollection collection = open(null)) {
      keep(collection, "http://h.example/a", 1, LONG + "a", null);
      collection.commit();
    }
    breakTail();
    try (var index = Files.walk(directory.resolve("index"))) {
      index.map(Path::toFile).filter(java.io.File::isFile).forEach(java.io.File::delete);
    }
    try (WarcCollection collection = open(null)) {
      assertThat(rows(collection)).hasSize(1);
      assertThat(records()).isEqualTo(4);
    }
  }

  private void breakTail() throws IOException {
    Path file = directory.resolve("warc").resolve(directory.getFileName() + "-000001.warc.gz");
    Files.write(file, new byte[] {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3}, StandardOpenOption.APPEND);
  }

  private int records() throws IOException {
    int count = 0;
    Path file = directory.resolve("warc").resolve(directory.getFileName() + "-000001.warc.gz");
    try (WarcReader reader = new WarcReader(file)) {
      for (WarcRecord record : reader) {
        assertThat(record.version().toString()).isEqualTo("WARC/1.1");
        count++;
      }
    }
    return count;
  }
}
