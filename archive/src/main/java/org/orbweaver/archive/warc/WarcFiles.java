package org.orbweaver.archive.warc;

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
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The WARC files of a collection, numbered; the last one grows. One writer; readers open files for
 * themselves. A mark (file number and length) names a moment; everything behind it can be cut off,
 * which is also how the half record of a killed process goes away.
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
    Files.createDirectories(directory);
    try (Stream<Path> found = Files.list(directory)) {
      found.forEach(this::remember);
    }
  }

  private void remember(Path path) {
    Matcher name = NAME.matcher(path.getFileName().toString());
    if (name.matches()) {
      files.put(Integer.parseInt(name.group(1)), path);
    }
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

  /** Forgets everything that was written after the mark was taken. */
  public synchronized void cutTo(String mark) throws IOException {
    int number = Integer.parseInt(mark.substring(0, mark.indexOf(':')));
    long size = Long.parseLong(mark.substring(mark.indexOf(':') + 1));
    closeCurrent();
    while (!files.isEmpty() && files.lastKey() > number) {
      Files.delete(files.pollLastEntry().getValue());
    }
    Path path = files.get(number);
    if (path == null || Files.size(path) < size) {
      if (size > 0) {
        throw new IOException(
            "WARC file number "
                + number
                + " in "
                + directory
                + " is shorter than "
                + size
                + " bytes: something else changed it; restore it, or index the collection anew");
      }
      return;
    }
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.truncate(size);
    }
  }

  public synchronized RecordLocation append(EncodedRecords records) throws IOException {
    if (current == null || length >= rotateAt) {
      startFile();
    }
    long start = length;
    write(records);
    return new RecordLocation(files.lastKey(), start + records.mainOffset(), records.mainLength());
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

  /** Goes on with the last file if it has room, else begins one with its warcinfo record. */
  private void startFile() throws IOException {
    boolean resumed = current == null && !files.isEmpty() && Files.size(last()) < rotateAt;
    closeCurrent();
    if (resumed && Files.size(last()) > 0) {
      current = FileChannel.open(last(), StandardOpenOption.WRITE, StandardOpenOption.APPEND);
      length = current.size();
      return;
    }
    int number = files.isEmpty() ? 1 : resumed ? files.lastKey() : files.lastKey() + 1;
    Instant now = clock.instant();
    String name = "%s-%06d.warc.gz".formatted(prefix, number);
    Path path = files.getOrDefault(number, directory.resolve(name));
    current =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    files.put(number, path);
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
    flush();
    if (current != null) {
      current.close();
      current = null;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closeCurrent();
  }
}
