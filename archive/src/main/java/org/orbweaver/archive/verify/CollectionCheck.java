package org.orbweaver.archive.verify;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTargetRecord;
import org.orbweaver.archive.intake.GzipMembers;
import org.orbweaver.archive.replay.IndexedSource;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.fetch.http.Response;

/**
 * Reads every record of a collection. Payload digests are compared by both readings: of the body
 * without chunked framing, as the standard says and we write, and of the bytes as sent, as wget and
 * warcio read it.
 */
public final class CollectionCheck {
  private static final int MOST_PROBLEMS = 1_000;
  private static final int STEP = 64 << 10;

  private final IndexedSource source;
  private final List<String> problems = new ArrayList<>();
  private final Map<Integer, Set<Long>> sound = new HashMap<>();
  private long records;
  private long bytes;
  private long blockDigests;
  private long payloadDigests;
  private long payloadDigestsRaw;
  private long wrong;
  private long damaged;

  public CollectionCheck(IndexedSource source) {
    this.source = source;
  }

  /**
   * @param payloadDigestsRaw right only when read with chunked framing
   * @param wrong digests that fit by neither reading, or blocks that do not fit theirs
   * @param damaged places where no record can be read
   * @param rowsWithoutRecord captures of the index whose record, or whose payload's, is not sound
   * @param dependents of these, those that only refer to a damaged record
   */
  public record Report(
      String collection,
      long files,
      long records,
      long bytes,
      long blockDigests,
      long payloadDigests,
      long payloadDigestsRaw,
      long wrong,
      long damaged,
      long captures,
      long rowsWithoutRecord,
      long dependents,
      List<String> problems) {
    public boolean sound() {
      return wrong == 0 && damaged == 0 && rowsWithoutRecord == 0;
    }
  }

  public Report run() throws IOException {
    Map<Integer, Path> files = new TreeMap<>(source.files());
    Map<Path, Set<Long>> byPath = new HashMap<>();
    for (Map.Entry<Integer, Path> file : files.entrySet()) {
      // The parts of a WACZ share a file.
      Set<Long> known = byPath.get(file.getValue());
      if (known == null) {
        known = check(file.getValue());
        byPath.put(file.getValue(), known);
      }
      sound.put(file.getKey(), known);
    }
    long[] rows = new long[3];
    source.scan(
        "",
        "",
        row -> {
          rows[0]++;
          boolean own = row.place().file() == 0 || isSound(row.place());
          boolean payload = isSound(row.payload());
          if (!own || !payload) {
            rows[1]++;
            rows[2] += own ? 1 : 0;
            problem(
                "%s of %s %s"
                    .formatted(
                        row.url(),
                        row.at(),
                        own
                            ? "depends on a damaged record at byte "
                                + row.payload().offset()
                                + " of "
                                + source.fileName(row.payload())
                            : "has no sound record"));
          }
          return true;
        });
    return new Report(
        source.name(),
        byPath.size(),
        records,
        bytes,
        blockDigests,
        payloadDigests,
        payloadDigestsRaw,
        wrong,
        damaged,
        rows[0],
        rows[1],
        rows[2],
        List.copyOf(problems));
  }

  private boolean isSound(RecordLocation place) {
    return sound.getOrDefault(place.file(), Set.of()).contains(place.offset());
  }

  private void problem(String text) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(text);
    }
  }

  /** Offsets of the sound records. */
  private Set<Long> check(Path path) throws IOException {
    Set<Long> good = new HashSet<>();
    long at = 0;
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = file.size();
      bytes += size;
      if (path.toString().endsWith(".wacz")) {
        at = GzipMembers.next(file, 0, size);
      }
      while (at < size) {
        at = readFrom(path, file, at, good);
        if (at < size) {
          long next = GzipMembers.next(file, at + 1, size);
          if (!path.toString().endsWith(".wacz")) {
            damaged++;
            problem("%s: bytes %,d to %,d cannot be read".formatted(path.getFileName(), at, next));
          }
          at = next;
        }
      }
      good.removeIf(place -> isDamagedMember(path, file, place));
    }
    return good;
  }

  private boolean isDamagedMember(Path path, FileChannel file, long place) {
    try {
      boolean zipped = GzipMembers.next(file, place, place + 1) == place;
      boolean bad = zipped && GzipMembers.sound(file, place) < 0;
      if (bad) {
        damaged++;
        problem("%s: byte %,d, wrong check sum".formatted(path.getFileName(), place));
      }
      return bad;
    } catch (IOException e) {
      problem(path.getFileName() + ": " + e.getMessage());
      return true;
    }
  }

  /** Reads records as far as they go; returns where the first unreadable one begins. */
  private long readFrom(Path path, FileChannel file, long start, Set<Long> good)
      throws IOException {
    file.position(start);
    long begun = start;
    // Not closed: that would close the file.
    InputStream in = new BufferedInputStream(Channels.newInputStream(file), STEP);
    try {
      WarcReader reader = new WarcReader(in);
      Optional<WarcRecord> next = reader.next();
      while (next.isPresent()) {
        begun = start + reader.position();
        if (begun >= file.size()) {
          return file
              .size(); // made up by the library: where a last end is wrong, it reads it twice
        }
        boolean right = check(path, begun, next.get());
        boolean unreadable = false;
        try {
          next = reader.next();
        } catch (IOException | RuntimeException e) {
          unreadable = true;
        }
        long end = Math.min(start + reader.position(), file.size());
        if (end == begun) {
          return begun; // its own end cannot be read
        }
        records++;
        if (right) {
          good.add(begun);
        }
        begun = end;
        if (unreadable) {
          return begun;
        }
      }
      // Not the end of the file if what follows does not even begin like a record.
      return begun;
    } catch (IOException | RuntimeException e) {
      return begun;
    }
  }

  private boolean check(Path path, long at, WarcRecord record) throws IOException {
    MessageDigest block = digest(record.headers().first("WARC-Block-Digest").orElse(null));
    WarcDigest told =
        record instanceof WarcResponse response ? response.payloadDigest().orElse(null) : null;
    byte[] body = null;
    long size = record.body().size();
    if (told != null && size < 256 << 20) {
      body = record.body().stream().readAllBytes();
      if (body.length != size) {
        throw new IOException("the record is shorter than it says");
      }
      if (block != null) {
        block.update(body);
      }
    } else {
      InputStream in = record.body().stream();
      byte[] step = new byte[STEP];
      int read;
      while ((read = in.read(step)) >= 0) {
        if (block != null) {
          block.update(step, 0, read);
        }
      }
    }
    boolean right = true;
    if (block != null) {
      WarcDigest named = new WarcDigest(record.headers().first("WARC-Block-Digest").orElse(""));
      right = MessageDigest.isEqual(named.bytes(), block.digest());
      blockDigests++;
      if (!right) {
        wrong++;
        problem(place(path, at, record) + ": its block does not fit its digest");
      }
    }
    return right && (body == null || told == null || payload(path, at, record, body, told));
  }

  private boolean payload(Path path, long at, WarcRecord record, byte[] body, WarcDigest told)
      throws IOException {
    MessageDigest plain = digest(told.algorithm() + ":");
    MessageDigest raw = digest(told.algorithm() + ":");
    if (plain == null || raw == null || record.headers().first("WARC-Truncated").isPresent()) {
      return true;
    }
    try (Response response = Response.stored(new java.io.ByteArrayInputStream(body), body.length)) {
      raw.update(body, response.headLength(), body.length - response.headLength());
      try (InputStream payload = response.payload()) {
        byte[] step = new byte[STEP];
        int read;
        while ((read = payload.read(step)) >= 0) {
          plain.update(step, 0, read);
        }
      }
    } catch (IOException e) {
      return true; // no HTTP, or broken framing as it was received: the block digest covers it
    }
    if (MessageDigest.isEqual(told.bytes(), plain.digest())) {
      payloadDigests++;
      return true;
    }
    if (MessageDigest.isEqual(told.bytes(), raw.digest())) {
      payloadDigestsRaw++;
      return true;
    }
    wrong++;
    problem(place(path, at, record) + ": its payload does not fit its digest");
    return false;
  }

  private static String place(Path path, long at, WarcRecord record) {
    String target = record instanceof WarcTargetRecord named ? named.target() : record.type();
    return "%s, byte %,d (%s)".formatted(path.getFileName(), at, target);
  }

  private static @Nullable MessageDigest digest(@Nullable String named) {
    if (named == null || named.indexOf(':') < 0) {
      return null;
    }
    String algorithm = named.substring(0, named.indexOf(':')).toLowerCase(Locale.ROOT);
    try {
      return switch (algorithm.replace("-", "")) {
        case "sha1" -> MessageDigest.getInstance("SHA-1");
        case "sha256" -> MessageDigest.getInstance("SHA-256");
        case "md5" -> MessageDigest.getInstance("MD5");
        default -> null;
      };
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has these", e);
    }
  }
}
