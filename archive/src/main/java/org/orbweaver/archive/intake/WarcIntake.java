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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MessageHeaders;
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
import org.orbweaver.archive.index.RowBatch;
import org.orbweaver.archive.index.RowDraft;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.fetch.url.WebUrl;

/** Puts the captures of foreign WARC files into an index; goes on where it stopped. */
public final class WarcIntake {
  private static final int ROWS = 2_000;
  private static final int MOST_PROBLEMS = 100;
  private static final int MOST_RULES = 16 << 20;
  private static final String MARK = "foreign";

  private final Path directory;
  private final ForeignFiles files;
  private final CaptureIndex index;
  private final List<String> problems = new ArrayList<>();
  private RowBatch batch;
  private int inBatch;
  private long captures;
  private long leftOut;

  public WarcIntake(Path directory, ForeignFiles files, CaptureIndex index) {
    this.directory = directory;
    this.files = files;
    this.index = index;
    this.batch = index.batch();
  }

  /** What came of it: captures found, records of other kinds left out, and what is damaged. */
  public record Report(long captures, long leftOut, List<String> problems) {}

  /** Adds a WARC file or WACZ, or all of a directory. */
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
    for (ForeignFiles.Part part : files.parts()) {
      long end =
          part.end() >= 0 ? part.end() : Files.exists(part.path()) ? Files.size(part.path()) : 0;
      if (end > part.read()) {
        read(part, end);
      }
    }
    flush(true);
    Report report = new Report(captures, leftOut, List.copyOf(problems));
    captures = 0;
    leftOut = 0;
    problems.clear();
    return report;
  }

  private void problem(String text) {
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
        long next = sound >= end ? end : GzipMembers.next(file, sound + 1, end);
        if (sound < end) {
          problem("%s cannot be read from byte %,d to %,d".formatted(part.path(), sound, next));
        }
        if (sound < end && next >= end) {
          at = sound; // the file may still be being written: read on from there later
          break;
        }
        at = next;
      }
    }
    flush(true);
    files.readUpTo(part, at);
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
        RowDraft draft = draft(part, start, record);
        record.body().consume();
        next = reader.next();
        sound = base + reader.position();
        if (draft != null) {
          add(draft, new RecordLocation(part.number(), start, sound - start));
        }
      }
      return end;
    } catch (IOException | RuntimeException e) {
      return sound;
    }
  }

  private void add(RowDraft draft, RecordLocation place) throws IOException {
    if (draft.kind() != IndexRow.Kind.RESPONSE) {
      flush(false); // what it refers to may be in the batch
    }
    captures++;
    batch.add(draft.row(place, index));
    if (++inBatch >= ROWS) {
      flush(false);
    }
  }

  /**
   * @param sync before it is noted how far a file has been read: until then it would be read again
   */
  private void flush(boolean sync) throws IOException {
    if (inBatch == 0 && !sync) {
      return;
    }
    try (RowBatch written = batch) {
      written.write(MARK, sync);
    }
    batch = index.batch();
    inBatch = 0;
  }

  private @Nullable RowDraft draft(ForeignFiles.Part part, long start, WarcRecord record)
      throws IOException {
    if (!(record instanceof WarcTargetRecord target)
        || !(record instanceof WarcResponse
            || record instanceof WarcRevisit
            || record instanceof WarcResource)) {
      return null;
    }
    String url = url(target.target());
    if (url == null) {
      leftOut++;
      return null;
    }
    try {
      return switch (record) {
        case WarcResponse response -> response(url, response);
        case WarcRevisit revisit -> revisit(url, revisit);
        case WarcResource resource -> resource(url, resource);
        default -> null;
      };
    } catch (IOException | RuntimeException e) {
      leftOut++;
      problem(
          "%s: the record at byte %,d (%s) holds no HTTP message: %s"
              .formatted(part.path(), start, url, e.getMessage()));
      return null;
    }
  }

  private static @Nullable String url(String target) {
    // Some writers put the address in angle brackets, after an old draft of the standard.
    String bare =
        target.startsWith("<") && target.endsWith(">")
            ? target.substring(1, target.length() - 1)
            : target;
    if (!bare.regionMatches(true, 0, "http", 0, 4)) {
      return null;
    }
    WebUrl parsed = WebUrl.parse(bare);
    return parsed == null ? null : parsed.toString();
  }

  private static RowDraft response(String url, WarcResponse response) throws IOException {
    HttpResponse http = response.http();
    byte[] digest = sha1(response.payloadDigest());
    if (digest == null) {
      digest = digest(http.body().stream());
    }
    return draft(url, response.date(), http, IndexRow.Kind.RESPONSE, digest, null, null);
  }

  private static RowDraft revisit(String url, WarcRevisit revisit) throws IOException {
    boolean notModified = String.valueOf(revisit.profile()).contains("not-modified");
    byte[] digest = sha1(revisit.payloadDigest());
    return draft(
        url,
        revisit.date(),
        revisit.http(),
        notModified ? IndexRow.Kind.NOT_MODIFIED : IndexRow.Kind.REVISIT,
        digest == null ? new byte[20] : digest,
        revisit.headers().first("WARC-Refers-To-Target-URI").map(WarcIntake::url).orElse(null),
        revisit.refersToDate().orElse(null));
  }

  private static RowDraft resource(String url, WarcResource resource) throws IOException {
    byte[] digest = sha1(resource.payloadDigest());
    if (digest == null) {
      digest = sha1(resource.blockDigest());
    }
    return new RowDraft(
        url,
        resource.date(),
        IndexRow.Kind.RESPONSE,
        200,
        digest == null ? digest(resource.body().stream()) : digest,
        mediaType(String.valueOf(resource.contentType())),
        null,
        null,
        null,
        null);
  }

  private static RowDraft draft(
      String url,
      Instant at,
      HttpResponse http,
      IndexRow.Kind kind,
      byte[] digest,
      @Nullable String originalUrl,
      @Nullable Instant originalAt) {
    MessageHeaders headers = http.headers();
    return new RowDraft(
        url,
        at,
        kind,
        http.status(),
        digest,
        mediaType(headers.first("Content-Type").orElse("")),
        headers.first("ETag").orElse(null),
        headers.first("Last-Modified").orElse(null),
        originalUrl,
        originalAt);
  }

  private static String mediaType(String type) {
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private static byte @Nullable [] sha1(Optional<WarcDigest> digest) {
    return digest
        .filter(each -> each.algorithm().toLowerCase(Locale.ROOT).replace("-", "").equals("sha1"))
        .map(WarcDigest::bytes)
        .filter(bytes -> bytes.length == 20)
        .orElse(null);
  }

  private static byte[] digest(InputStream body) throws IOException {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      byte[] step = new byte[32 << 10];
      int read;
      while ((read = body.read(step)) >= 0) {
        sha1.update(step, 0, read);
      }
      return sha1.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  /** A SHA-1 in base 32, as archives write it. */
  public static String base32(byte[] digest) {
    return new WarcDigest("sha1", digest).base32();
  }
}
