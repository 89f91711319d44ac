package org.orbweaver.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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
import java.util.Random;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.orbweaver.archive.index.IndexRebuild;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.warc.PageCapture;
import org.orbweaver.archive.warc.WholeResponse;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class WarcCollectionTest {
  private static final Instant START = Instant.parse("2026-11-16T00:00:00Z");

  @TempDir Path directory;

  private WarcCollection open(@Nullable String mark) throws IOException {
    return open(directory, mark);
  }

  static WarcCollection open(Path directory, @Nullable String mark) throws IOException {
    return WarcCollection.open(
        directory,
        mark,
        new CollectionOptions(
            6, 40_000, Map.of("software", "test"), false, false, InstantSource.fixed(START)));
  }

  static void keep(
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
            new WholeResponse(bytes, head.length()),
            unchangedSince == null ? 200 : 304,
            "text/html",
            "\"e\"",
            null,
            sha1(body),
            WarcTruncationReason.NOT_TRUNCATED,
            false,
            unchangedSince == null ? null : new PageCapture.Original(url, unchangedSince, true),
            1,
            "",
            "",
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

  static List<IndexRow> rows(WarcCollection collection) {
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
      new IndexRebuild(collection.files(), collection.index()).run();
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
    removeIndex();
    try (WarcCollection collection = open(null)) {
      assertThat(rows(collection)).hasSize(1);
      assertThat(records()).isEqualTo(4);
    }
  }

  /** What a power failure leaves when the files were put on disk and the index was not. */
  @Test
  void anIndexOlderThanTheFilesIsBroughtForwardAndNothingIsCutOff() throws Exception {
    Path index = directory.resolve("index");
    Path older = directory.resolve("older");
    int last;
    try (WarcCollection collection = open(null)) {
      keep(collection, "http://h.example/0", 0, LONG + "0", null);
      collection.commit();
    }
    copy(index, older);
    try (WarcCollection collection = open(null)) {
      for (int i = 1; i <= 100; i++) {
        keep(collection, "http://h.example/" + i, i, noise(i), null);
        collection.commit();
      }
      assertThat(collection.files().files()).hasSizeGreaterThan(1);
      last = collection.files().files().lastKey();
    }
    long bytes = bytes();
    copy(older, index);
    breakTail(last);
    try (WarcCollection collection = open(null)) {
      assertThat(rows(collection)).hasSize(101);
      assertThat(bytes()).isEqualTo(bytes);
      assertReadable(collection, "http://h.example/77", noise(77));
      keep(collection, "http://h.example/new", 200, LONG, null);
      collection.commit();
      assertReadable(collection, "http://h.example/new", LONG);
    }
  }

  @Test
  void anIndexThatOutlivedTheFilesIsMadeAnew() throws Exception {
    long half;
    try (WarcCollection collection = open(null)) {
      keep(collection, "http://h.example/a", 1, LONG + "a", null);
      collection.commit();
      half = bytes();
      keep(collection, "http://h.example/b", 2, LONG + "b", null);
      collection.commit();
    }
    try (FileChannel file = FileChannel.open(warc(1), StandardOpenOption.WRITE)) {
      file.truncate(half + 20);
    }
    try (WarcCollection collection = open(null)) {
      assertThat(rows(collection)).extracting(IndexRow::url).containsExactly("http://h.example/a");
      assertThat(bytes()).isEqualTo(half);
    }
  }

  @Test
  void damageInTheMiddleIsPassedByAndCutsNothingOff() throws Exception {
    long start;
    try (WarcCollection collection = open(null)) {
      keep(collection, "http://h.example/a", 1, LONG + "a", null);
      collection.commit();
      start = bytes();
      keep(collection, "http://h.example/b", 2, noise(2), null);
      keep(collection, "http://h.example/c", 3, LONG + "c", null);
      collection.commit();
    }
    long bytes = bytes();
    try (FileChannel file = FileChannel.open(warc(1), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(1500), start + 10);
    }
    removeIndex();
    try (WarcCollection collection = open(null)) {
      assertThat(bytes()).isEqualTo(bytes);
      assertThat(rows(collection))
          .extracting(IndexRow::url)
          .contains("http://h.example/a", "http://h.example/c");
      assertReadable(collection, "http://h.example/c", LONG + "c");
    }
  }

  @Test
  void filesThatAUserPutsBesideOursAreLeftAlone() throws Exception {
    String mark;
    try (WarcCollection collection = open(null)) {
      keep(collection, "http://h.example/a", 1, LONG, null);
      mark = collection.commit();
    }
    Path users = directory.resolve("warc").resolve("holiday-000007.warc.gz");
    Path alike = warc(9);
    Files.write(users, new byte[] {1, 2, 3});
    Files.write(alike, new byte[] {4, 5, 6});
    try (WarcCollection collection = open(mark)) {
      assertThat(rows(collection)).hasSize(1);
    }
    removeIndex();
    try (WarcCollection collection = open(null)) {
      keep(collection, "http://h.example/b", 2, LONG + "b", null);
      collection.commit();
      assertReadable(collection, "http://h.example/b", LONG + "b");
    }
    assertThat(users).hasBinaryContent(new byte[] {1, 2, 3});
    assertThat(alike.resolveSibling(alike.getFileName() + ".cut"))
        .hasBinaryContent(new byte[] {4, 5, 6});
  }

  /** Else a mark in the second file would vouch for a first one that a power failure cuts short. */
  @Test
  void aFullFileIsPutOnDiskBeforeTheNextIsBegun() throws Exception {
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.FileForce").withoutThreshold();
      recording.start();
      try (WarcCollection collection = open(null)) {
        for (int i = 1; collection.files().files().size() < 2; i++) {
          keep(collection, "http://h.example/" + i, i, noise(i), null);
        }
      }
      recording.stop();
      Path events = directory.resolve("events.jfr");
      recording.dump(events);
      assertThat(RecordingFile.readAllEvents(events))
          .extracting(event -> event.getString("path"))
          .containsSubsequence(
              directory.resolve("warc").toString(),
              warc(1).toString(),
              directory.resolve("warc").toString());
    }
  }

  @Test
  void aCollectionInUseSaysSo() throws Exception {
    try (WarcCollection _ = open(null)) {
      assertThatThrownBy(() -> open(null))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is in use by another process: stop that first");
    }
  }

  @Test
  void anIndexWithoutAFormatNumberIsReadAndANewerOneRefused() throws Exception {
    try (WarcCollection collection = open(null)) {
      keep(collection, "http://h.example/a", 1, LONG, null);
      collection.commit();
    }
    setFormat(null);
    try (WarcCollection collection = open(null)) {
      assertThat(rows(collection)).hasSize(1);
    }
    setFormat("3");
    assertThatThrownBy(() -> open(null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has format 3, and this program reads format 2");
  }

  private void setFormat(@Nullable String number) throws Exception {
    String path = directory.resolve("index").toString();
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    try (Options options = new Options();
        DBOptions all = new DBOptions()) {
      for (byte[] name : RocksDB.listColumnFamilies(options, path)) {
        families.add(new ColumnFamilyDescriptor(name));
      }
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      try (RocksDB db = RocksDB.open(all, path, families, handles)) {
        byte[] name = "format".getBytes(StandardCharsets.US_ASCII);
        if (number == null) {
          db.delete(name);
        } else {
          db.put(name, number.getBytes(StandardCharsets.US_ASCII));
        }
        handles.forEach(ColumnFamilyHandle::close);
      }
    }
  }

  static String noise(int seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      text.append((char) ('!' + random.nextInt(90)));
    }
    return text.toString();
  }

  private static void assertReadable(WarcCollection collection, String url, String body)
      throws IOException {
    try (InputStream in = Objects.requireNonNull(collection.response(url))) {
      assertThat(in).asString(StandardCharsets.US_ASCII).endsWith(body);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.exists(to)) {
      try (Stream<Path> old = Files.list(to)) {
        for (Path file : old.toList()) {
          Files.delete(file);
        }
      }
    }
    Files.createDirectories(to);
    try (Stream<Path> all = Files.list(from)) {
      for (Path file : all.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private long bytes() throws IOException {
    long sum = 0;
    try (Stream<Path> all = Files.list(directory.resolve("warc"))) {
      for (Path file : all.toList()) {
        sum += Files.size(file);
      }
    }
    return sum;
  }

  private Path warc(int number) {
    return directory
        .resolve("warc")
        .resolve("%s-%06d.warc.gz".formatted(directory.getFileName(), number));
  }

  private void removeIndex() throws IOException {
    try (Stream<Path> index = Files.walk(directory.resolve("index"))) {
      index.map(Path::toFile).filter(java.io.File::isFile).forEach(java.io.File::delete);
    }
  }

  private void breakTail() throws IOException {
    breakTail(1);
  }

  private void breakTail(int number) throws IOException {
    Files.write(
        warc(number), new byte[] {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3}, StandardOpenOption.APPEND);
  }

  private int records() throws IOException {
    int count = 0;
    try (WarcReader reader = new WarcReader(warc(1))) {
      for (WarcRecord record : reader) {
        assertThat(record.version().toString()).isEqualTo("WARC/1.1");
        count++;
      }
    }
    return count;
  }
}
