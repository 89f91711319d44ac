package org.orbweaver.archive.warc;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The WARC files of a collection, numbered; the last one grows. One writer; readers open files for
 * themselves. A mark (file number and length) names a moment; everything behind it can be cut off,
 * which is also how the half record of a killed process goes away.
 *
 * <p>A file that is full is put on disk before the next one is begun, so that a mark in a later
 * file vouches for all files before it. After a failed write only {@link #cutTo} helps: how much of
 * it has reached the file is unknown.
 */
public final class WarcFiles implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile(".*-(\\d{6})\\.warc\\.gz");

  private final Path directory;
  private final String prefix;
  private final long rotateAt;
  private final RecordEncoder sealer;
  private final Map<String, String> info;
  private final InstantSource clock;

  /** Appended, and written with the next mark: a file takes a megabyte for the price of a page. */
  private final ByteBuffer gathered = ByteBuffer.allocateDirect(1 << 20);

  private final TreeMap<Integer, Path> files = new TreeMap<>();

  /** Begun by this process, which may delete them again. */
  private final Set<Path> begun = new HashSet<>();

  private @Nullable FileChannel current;
  private long length;

  /**
   * @param prefix of file names
   * @param rotateAt bytes after which a new file is begun
   * @param info what each file's warcinfo record says
   */
  public WarcFiles(
      Path directory,
      String prefix,
      long rotateAt,
      RecordEncoder sealer,
      Map<String, String> info,
      InstantSource clock)
      throws IOException {
    this.directory = directory;
    this.prefix = prefix;
    this.rotateAt = rotateAt;
    this.sealer = sealer;
    this.info = Map.copyOf(info);
    this.clock = clock;
    Folders.create(directory);
    try (Stream<Path> found = Files.list(directory)) {
      found.forEach(this::remember);
    }
  }

  /** Of two files with one number ours counts. */
  private void remember(Path path) {
    Matcher name = NAME.matcher(path.getFileName().toString());
    if (name.matches()) {
      int number = Integer.parseInt(name.group(1));
      files.merge(number, path, (one, other) -> isOurs(one, number) ? one : other);
    }
  }

  private String name(int number) {
    return "%s-%06d.warc.gz".formatted(prefix, number);
  }

  /** Files of other names are read, but neither cut nor continued: they may be a user's. */
  public boolean isOurs(Path path, int number) {
    return path.getFileName().toString().equals(name(number));
  }

  /** "number:length" of the file that grows; "0:0" before there is one. */
  public synchronized String mark() throws IOException {
    flush();
    if (files.isEmpty()) {
      return "0:0";
    }
    return files.lastKey() + ":" + (current == null ? Files.size(last()) : length);
  }

  private Path last() {
    return files.lastEntry().getValue();
  }

  /** True if all that was there when the mark was taken is there now. */
  public synchronized boolean reach(String mark) throws IOException {
    Path path = files.get(number(mark));
    return size(mark) == 0 || path != null && Files.size(path) >= size(mark);
  }

  /** The mark's file. */
  public static int number(String mark) {
    return Integer.parseInt(mark.substring(0, mark.indexOf(':')));
  }

  /** The length of it. */
  public static long size(String mark) {
    return Long.parseLong(mark.substring(mark.indexOf(':') + 1));
  }

  /**
   * Forgets everything that was written after the mark was taken, appended or half written. Files
   * that were begun later by this process are deleted; by one before it, kept under the name {@code
   * *.cut}; and files of other names are nobody's business here, for a user may have put them
   * there.
   */
  public synchronized void cutTo(String mark) throws IOException {
    int number = number(mark);
    long size = size(mark);
    gathered.clear();
    closeCurrent();
    if (!reach(mark)) {
      throw new IOException(
          "WARC file number "
              + number
              + " in "
              + directory
              + " is shorter than "
              + size
              + " bytes: something else changed it; restore it, or index the collection anew");
    }
    while (!files.isEmpty() && files.lastKey() > number) {
      int later = files.lastKey();
      Path path = files.pollLastEntry().getValue();
      if (begun.remove(path)) {
        Files.delete(path);
      } else if (isOurs(path, later)) {
        Files.move(path, path.resolveSibling(path.getFileName() + ".cut"), REPLACE_EXISTING);
      }
    }
    Path path = files.get(number);
    if (path != null && isOurs(path, number)) {
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
        file.truncate(size);
        file.force(false);
      }
    }
    Folders.sync(directory);
  }

  public synchronized RecordLocation append(EncodedRecords records) throws IOException {
    if (current == null || length >= rotateAt) {
      startFile();
    }
    long start = length;
    write(records);
    return new RecordLocation(files.lastKey(), start, records.mainLength());
  }

  private void write(EncodedRecords records) throws IOException {
    if (records.size() > gathered.remaining()) {
      flush();
    }
    FileChannel file = current;
    if (file == null) {
      throw new IllegalStateException("no file is open");
    }
    if (records.size() > gathered.capacity() || !records.bytes().copyTo(gathered)) {
      records.bytes().copyTo(file);
    }
    length += records.size();
  }

  private void flush() throws IOException {
    if (current != null) {
      gathered.flip();
      while (gathered.hasRemaining()) {
        current.write(gathered);
      }
    }
    gathered.clear();
  }

  /** Goes on with our last file if it has room, else begins one with its warcinfo record. */
  private void startFile() throws IOException {
    boolean resumed =
        current == null
            && !files.isEmpty()
            && isOurs(last(), files.lastKey())
            && Files.size(last()) < rotateAt;
    sync(); // for marks in the file that follows
    closeCurrent();
    if (resumed && Files.size(last()) > 0) {
      current = FileChannel.open(last(), StandardOpenOption.WRITE, StandardOpenOption.APPEND);
      length = current.size();
      return;
    }
    int number = files.isEmpty() ? 1 : resumed ? files.lastKey() : files.lastKey() + 1;
    Instant now = clock.instant();
    Path path = files.getOrDefault(number, directory.resolve(name(number)));
    current =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    if (files.put(number, path) == null) {
      begun.add(path);
    }
    Folders.sync(directory);
    length = 0;
    try (EncodedRecords first = sealer.warcinfo(path.getFileName().toString(), now, info)) {
      write(first);
    }
  }

  /** Makes what was appended survive a power failure. */
  public synchronized void sync() throws IOException {
    flush();
    if (current != null) {
      current.force(false);
    }
  }

  /** A record's compressed bytes. */
  public InputStream open(RecordLocation place) throws IOException {
    FileChannel file = FileChannel.open(file(place), StandardOpenOption.READ);
    return Channels.newInputStream(file.position(place.offset()));
  }

  /** The file that a place is in. */
  public synchronized Path file(RecordLocation place) throws IOException {
    Path path = files.get(place.file());
    if (path == null) {
      throw new IOException("WARC file number " + place.file() + " is missing in " + directory);
    }
    return path;
  }

  public Path directory() {
    return directory;
  }

  /** All files by number. */
  public synchronized NavigableMap<Integer, Path> files() {
    return new TreeMap<>(files);
  }

  private void closeCurrent() throws IOException {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      flush();
    } finally {
      closeCurrent();
    }
  }
}
