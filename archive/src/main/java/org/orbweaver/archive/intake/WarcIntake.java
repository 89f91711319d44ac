package org.orbweaver.archive.intake;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTargetRecord;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.index.CaptureIndex;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.index.RowDraft;
import org.orbweaver.archive.index.RowFeed;
import org.orbweaver.archive.warc.RecordLocation;

/** Puts the captures of foreign WARC files into an index; goes on where it stopped. */
public final class WarcIntake {
  /** So much is worth a bulk load, which puts the whole index in order at its end. */
  private static final long MANY_BYTES = 64L << 20;

  /** So many captures need not be read again by one who was killed. */
  private static final long ROWS = 500_000;

  private static final int MOST_PROBLEMS = 100;
  private static final int MOST_RULES = 16 << 20;
  private static final String MARK = "foreign";

  private final Path directory;
  private final ForeignFiles files;
  private final CaptureIndex index;
  private final List<String> problems = new ArrayList<>();
  private final Map<ForeignFiles.Part, Long> unnoted = new LinkedHashMap<>();
  private final List<Path> indexes = new ArrayList<>();
  private RowFeed feed;
  private long noted;
  private long leftOut;

  public WarcIntake(Path directory, ForeignFiles files, CaptureIndex index) {
    this.directory = directory;
    this.files = files;
    this.index = index;
    this.feed = RowFeed.ofFew(index);
  }

  /** What came of it: captures found, records of other kinds left out, and what is damaged. */
  public record Report(long captures, long leftOut, List<String> problems) {}

  /** Adds a WARC file, WACZ, CDX or CDXJ file, or all WARC files and WACZs of a directory. */
  public void add(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      List<Path> inside;
      try (var all = Files.walk(path)) {
        inside = all.filter(Files::isRegularFile).filter(WarcIntake::isArchive).sorted().toList();
      }
      for (Path file : inside) {
        add(file);
      }
      Path rules = path.resolve(AccessRules.FILE);
      if (Files.exists(rules)) {
        AccessRules.join(directory, Files.readAllLines(rules));
      }
      return;
    }
    if (!Files.isReadable(path)) {
      throw new IOException("there is no file " + path);
    }
    if (path.getFileName().toString().endsWith(".wacz")) {
      addWacz(path);
    } else if (CdxIntake.isIndex(path)) {
      indexes.add(path);
    } else {
      files.add(path, 0, -1);
    }
  }

  public static boolean isArchive(Path path) {
    String name = path.getFileName().toString();
    return name.endsWith(".warc.gz")
        || name.endsWith(".warc")
        || name.endsWith(".wacz")
        || name.endsWith(".arc.gz")
        || name.endsWith(".arc");
  }

  private void addWacz(Path path) throws IOException {
    int found = 0;
    for (WaczParts.Entry entry : WaczParts.of(path)) {
      String name = entry.name();
      if (name.startsWith("archive/") && (name.endsWith(".gz") || name.endsWith(".warc"))) {
        found++;
        if (entry.stored()) {
          files.add(path, entry.start(), entry.start() + entry.size());
        } else {
          files.add(unpacked(path, entry), 0, -1);
        }
      }
    }
    if (found == 0) {
      throw new IOException(path + " has no WARC file in it");
    }
    takedowns(path);
  }

  /** Who made the file may not want all of it shown. */
  private void takedowns(Path path) throws IOException {
    try (ZipFile zip = new ZipFile(path.toFile())) {
      ZipEntry entry = zip.getEntry(AccessRules.FILE);
      if (entry != null) {
        try (InputStream in = zip.getInputStream(entry)) {
          String text = new String(in.readNBytes(MOST_RULES), StandardCharsets.UTF_8);
          AccessRules.join(directory, text.lines().toList());
        }
      }
    } catch (EOFException | ZipException e) {
      throw new IOException(path + ": its " + AccessRules.FILE + " is damaged", e);
    } catch (IllegalArgumentException e) {
      problems.add(path + ": " + e.getMessage());
    }
  }

  /** Against the WACZ standard its WARC files were compressed once more. */
  private Path unpacked(Path path, WaczParts.Entry entry) throws IOException {
    Path folder = Files.createDirectories(directory.resolve("unpacked"));
    String name = path.getFileName() + "-" + entry.name().replaceAll("[^A-Za-z0-9.-]", "_");
    return new DeflatedPart(path, entry).unpack(folder.resolve(name));
  }

  /** Reads what is new in all files. */
  public Report run() throws IOException {
    long told = 0;
    for (Path each : indexes) {
      CdxIntake cdx = new CdxIntake(each, files, index, this::problem);
      cdx.run(MARK);
      told += cdx.captures();
      leftOut += cdx.leftOut();
    }
    indexes.clear();
    long known = 0;
    long fresh = 0;
    for (ForeignFiles.Part part : files.parts()) {
      known += part.read() - part.start();
      fresh += Math.max(0, end(part) - part.read());
    }
    if (fresh == 0) {
      return report(told);
    }
    boolean many = fresh >= MANY_BYTES && fresh >= known / 4;
    try (RowFeed rows = many ? RowFeed.ofMany(index) : RowFeed.ofFew(index)) {
      feed = rows;
      noted = 0;
      for (ForeignFiles.Part part : files.parts()) {
        long end = end(part);
        if (end > part.read()) {
          read(part, end);
        }
      }
      rows.finish(MARK);
      note();
      return report(told + rows.captures());
    }
  }

  private static long end(ForeignFiles.Part part) throws IOException {
    return part.end() >= 0 ? part.end() : Files.exists(part.path()) ? Files.size(part.path()) : 0;
  }

  private Report report(long captures) {
    Report report = new Report(captures, leftOut, List.copyOf(problems));
    leftOut = 0;
    problems.clear();
    return report;
  }

  /** How far files have been read is noted only when what was read will last. */
  private void note() throws IOException {
    for (Map.Entry<ForeignFiles.Part, Long> each : unnoted.entrySet()) {
      files.readUpTo(each.getKey(), each.getValue());
    }
    unnoted.clear();
    noted = feed.captures();
  }

  private synchronized void problem(String text) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(text);
    }
  }

  /** Behind damage it goes on with the next record that can be read. */
  private void read(ForeignFiles.Part part, long end) throws IOException {
    long at = part.read();
    try (FileChannel file = FileChannel.open(part.path(), StandardOpenOption.READ)) {
      while (at < end) {
        long sound = records(part, file, at, end);
        if (sound > at) {
          at = sound; // what comes there may well be sound: it was read behind something damaged
          continue;
        }
        long next = GzipMembers.next(file, sound + 1, end);
        problem("%s cannot be read from byte %,d to %,d".formatted(part.path(), sound, next));
        if (next >= end) {
          break; // the file may still be being written: read on from there later
        }
        at = next;
      }
    }
    unnoted.put(part, at);
    if (feed.captures() - noted >= ROWS) {
      feed.settle(MARK);
      note();
    }
  }

  /** Returns where the first record begins that cannot be read, or the end. */
  private long records(ForeignFiles.Part part, FileChannel file, long base, long end)
      throws IOException {
    long sound = base;
    file.position(base);
    // Not closed: that would close the file.
    InputStream limited =
        new LimitedStream(
            new BufferedInputStream(Channels.newInputStream(file), 1 << 16), end - base);
    try {
      WarcReader reader = new WarcReader(limited);
      Optional<WarcRecord> next = reader.next();
      while (next.isPresent()) {
        WarcRecord record = next.get();
        long start = base + reader.position();
        if (start >= end) {
          return end; // made up by the library: where a last record's end is wrong, it reads it
          // twice
        }
        RowDraft draft = draft(part, start, record);
        record.body().consume();
        // Where it ends, the reader says with the next record, also with one that cannot be read.
        boolean unreadable = false;
        try {
          next = reader.next();
        } catch (IOException | RuntimeException e) {
          unreadable = true;
        }
        sound = Math.min(base + reader.position(), end);
        if (unreadable && isDamaged(file, start)) {
          if (sound >= end) {
            return start; // or not yet written to its end
          }
          problem("%s cannot be read from byte %,d to %,d".formatted(part.path(), start, sound));
        } else if (draft != null && sound > start) { // or its own end cannot be read
          add(draft, new RecordLocation(part.number(), start, sound - start));
        }
        if (unreadable) {
          return sound;
        }
      }
      return end;
    } catch (IndexFailure e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      return sound;
    }
  }

  /**
   * What comes out of a damaged member may end anywhere, and make what follows unreadable. Nothing
   * can be said of a record that is not packed.
   */
  private static boolean isDamaged(FileChannel file, long start) throws IOException {
    return GzipMembers.next(file, start, start + 1) == start && GzipMembers.sound(file, start) < 0;
  }

  /** The index's failure, not the record's. */
  private static final class IndexFailure extends IOException {
    IndexFailure(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  private void add(RowDraft draft, RecordLocation place) throws IndexFailure {
    try {
      if (draft.kind() == IndexRow.Kind.RESPONSE) {
        feed.add(draft.row(place, index), MARK);
      } else {
        feed.addLater(known -> draft.row(place, known), MARK, MARK);
      }
    } catch (IOException e) {
      throw new IndexFailure(e);
    }
  }

  private @Nullable RowDraft draft(ForeignFiles.Part part, long start, WarcRecord record)
      throws IOException {
    if (!(record instanceof WarcTargetRecord target)
        || !(record instanceof WarcResponse
            || record instanceof WarcRevisit
            || record instanceof WarcResource)) {
      return null;
    }
    String url = ForeignDrafts.url(target.target());
    if (url == null) {
      leftOut++;
      return null;
    }
    try {
      RowDraft draft =
          switch (record) {
            case WarcResponse response -> ForeignDrafts.response(url, response);
            case WarcRevisit revisit -> ForeignDrafts.revisit(url, revisit);
            case WarcResource resource -> ForeignDrafts.resource(url, resource);
            default -> null;
          };
      if (draft == null || ForeignDrafts.isPossible(draft)) {
        return draft;
      }
      leftOut++;
      problem(
          "%s: the record at byte %,d (%s) is of %s: nothing was captured then"
              .formatted(part.path(), start, url, draft.at()));
      return null;
    } catch (IOException | RuntimeException e) {
      leftOut++;
      problem(
          "%s: the record at byte %,d (%s) holds no HTTP message: %s"
              .formatted(part.path(), start, url, e.getMessage()));
      return null;
    }
  }

  /** A SHA-1 in base 32, as archives write it. */
  public static String base32(byte[] digest) {
    return new WarcDigest("sha1", digest).base32();
  }
}
