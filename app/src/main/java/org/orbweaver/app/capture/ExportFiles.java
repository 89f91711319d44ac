package org.orbweaver.app.capture;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcTargetRecord;
import org.orbweaver.archive.intake.GzipMembers;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.warc.Sha1Digest;
import org.orbweaver.archive.warc.StrangersRecords;
import org.orbweaver.overlay.task.CrawlId;

/**
 * The WARC files of an export. Records are copied as they are, each once though several captures
 * may bring it (robots.txt, a payload that pages share), after a look at their digests. A list of
 * the captures that are in is written after the files are on disk: a run that was killed goes on
 * with the first that is not, and what it left half written is cut off.
 *
 * <p>Whoever fetched a page can write anything into its records. So the same record is one of the
 * same bytes, not of the same ID, which a liar could take from an honest capture; and what stands
 * there about another address of the crawl is left out: that address has captures of its own, with
 * authors of their own.
 */
final class ExportFiles implements AutoCloseable {
  private static final String DONE = "captures.txt";
  private static final String BLOCK_DIGEST = "WARC-Block-Digest";
  private static final long FULL = 1L << 30;
  private static final int NAME_BYTES = 16;

  private final Path directory;
  private final String series;
  private final Set<String> done = new HashSet<>();
  private final Set<String> records = new HashSet<>();
  private final List<String> uncommitted = new ArrayList<>();
  private int number;
  private FileChannel file;

  private ExportFiles(Path directory, String series, int number, FileChannel file) {
    this.directory = directory;
    this.series = series;
    this.number = number;
    this.file = file;
  }

  /** Begins an export, or goes on with one. */
  static ExportFiles open(Path directory, CrawlId crawl) throws IOException {
    Path list = directory.resolve(DONE);
    List<String> lines = Files.exists(list) ? Files.readAllLines(list) : List.of();
    boolean goesOn = !lines.isEmpty() && lines.getFirst().startsWith("orbweaver-" + crawl);
    if (!lines.isEmpty() && !goesOn) {
      throw new IOException(directory + " holds the export of another crawl");
    }
    String series =
        goesOn
            ? lines.getFirst()
            : "orbweaver-%s-%s"
                .formatted(
                    crawl, HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()));
    long length = 0;
    int number = 1;
    List<String> names = new ArrayList<>();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      String[] fields = line.split(" ");
      if (fields.length == 3) {
        names.add(fields[0]);
        number = Integer.parseInt(fields[1]);
        length = Long.parseLong(fields[2]);
      }
    }
    if (!goesOn) {
      Files.writeString(list, series + "\n");
    }
    try (Stream<Path> parts = Files.list(directory)) {
      for (Path part : parts.filter(path -> path.toString().endsWith(".part")).toList()) {
        Files.delete(part);
      }
    }
    FileChannel file = channel(directory, series, number);
    file.truncate(length).position(length);
    ExportFiles files = new ExportFiles(directory, series, number, file);
    files.done.addAll(names);
    for (int each = 1; each <= number; each++) {
      files.recall(path(directory, series, each));
    }
    return files;
  }

  private static Path path(Path directory, String series, int number) {
    return directory.resolve("%s-%05d.warc.gz".formatted(series, number));
  }

  private static FileChannel channel(Path directory, String series, int number) throws IOException {
    return FileChannel.open(
        path(directory, series, number), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private void recall(Path warc) throws IOException {
    if (Files.exists(warc) && Files.size(warc) > 0) {
      try (FileChannel from = FileChannel.open(warc, StandardOpenOption.READ);
          WarcReader reader = new WarcReader(warc)) {
        long start = -1;
        for (WarcRecord _ : reader) {
          if (start >= 0) {
            records.add(name(from, start, reader.position()));
          }
          start = reader.position();
        }
        records.add(name(from, start, from.size()));
      }
    }
  }

  boolean has(String capture) {
    return done.contains(capture);
  }

  /** What was sent as a capture's records are none: its author's fault, not the export's. */
  static final class UnsoundCapture extends IOException {
    UnsoundCapture(Exception cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** A record's bytes in a file, and the address that it tells of. */
  private record Span(long start, long end, @Nullable String target) {}

  /**
   * Takes the records of a capture over from a file, which is then deleted.
   *
   * @param crawled addresses that have captures of their own, as SURTs: by those an export is read
   */
  void add(SwarmCapture capture, Path brought, Set<String> crawled) throws IOException {
    try (FileChannel from = FileChannel.open(brought, StandardOpenOption.READ)) {
      for (Span span : spans(capture, brought, from)) {
        boolean others = span.target != null && crawled.contains(CaptureChoice.surt(span.target));
        if ((isOf(capture, span) || !others) && records.add(name(from, span.start, span.end))) {
          copy(from, span.start, span.end);
        }
      }
    } finally {
      Files.deleteIfExists(brought);
    }
    done.add(capture.name());
    uncommitted.add("%s %d %d".formatted(capture.name(), number, file.position()));
  }

  private static List<Span> spans(SwarmCapture capture, Path brought, FileChannel from)
      throws UnsoundCapture {
    List<Long> places = new ArrayList<>();
    List<@Nullable String> targets = new ArrayList<>();
    try {
      lookThrough(brought);
    } catch (IOException e) {
      throw new UnsoundCapture(e);
    }
    try (WarcReader reader = new WarcReader(brought)) {
      for (WarcRecord record : reader) {
        places.add(reader.position());
        targets.add(record instanceof WarcTargetRecord target ? target.target() : null);
        check(record, capture);
      }
      places.add(from.size());
      for (int i = 0; i < targets.size(); i++) {
        if (GzipMembers.sound(from, places.get(i)) != places.get(i + 1)) {
          throw new IOException("a record is no gzip member by itself");
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new UnsoundCapture(e);
    }
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      spans.add(new Span(places.get(i), places.get(i + 1), targets.get(i)));
    }
    if (spans.stream().noneMatch(each -> isOf(capture, each))) {
      throw new UnsoundCapture(new IOException("none of its records is of this page"));
    }
    return spans;
  }

  /** Before they are read for their places, which only the library knows. */
  private static void lookThrough(Path brought) throws IOException {
    try (StrangersRecords records = StrangersRecords.ofCapture(Files.newInputStream(brought))) {
      WarcRecord record;
      do {
        record = records.next();
      } while (record != null);
    }
  }

  private static boolean isOf(SwarmCapture capture, Span span) {
    return capture.address().equals(span.target) || capture.uri().equals(span.target);
  }

  private static String name(FileChannel file, long start, long end) throws IOException {
    MessageDigest sha = CaptureHash.create();
    ByteBuffer step = ByteBuffer.allocate(32 << 10);
    for (long at = start; at < end; ) {
      int read = file.read(step.clear().limit((int) Math.min(step.capacity(), end - at)), at);
      if (read < 0) {
        throw new EOFException("a record is shorter than the reader says");
      }
      sha.update(step.flip());
      at += read;
    }
    return HexFormat.of().formatHex(sha.digest(), 0, NAME_BYTES);
  }

  private static void check(WarcRecord record, SwarmCapture capture) throws IOException {
    String written = record.headers().first(BLOCK_DIGEST).orElse("");
    if (!written.startsWith("sha1:")) {
      return;
    }
    MessageDigest sha1 = Sha1Digest.create();
    byte[] step = new byte[32 << 10];
    try (InputStream block = record.body().stream()) {
      int read;
      while ((read = block.read(step)) >= 0) {
        sha1.update(step, 0, read);
      }
    }
    if (!written.equals("sha1:" + WarcIntake.base32(sha1.digest()))) {
      throw new IOException("a record of " + capture.uri() + " is not what its digest says");
    }
  }

  private void copy(FileChannel from, long start, long end) throws IOException {
    for (long at = start; at < end; ) {
      at += from.transferTo(at, end - at, file);
    }
  }

  /** Makes what was added last. */
  void commit() throws IOException {
    file.force(false);
    Files.write(
        directory.resolve(DONE),
        uncommitted,
        StandardCharsets.UTF_8,
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC);
    uncommitted.clear();
    if (file.position() >= FULL) {
      file.close();
      file = channel(directory, series, ++number);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
