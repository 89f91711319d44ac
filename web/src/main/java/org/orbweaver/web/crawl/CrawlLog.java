package org.orbweaver.web.crawl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.orbweaver.web.visit.Cause;

/**
 * A line for every address: what became of it, how it was come by, and why not. A file of columns
 * divided by tabs, its first line their names, which can be watched with {@code tail -f} and loaded
 * by DuckDB: {@code FROM read_csv('crawl.log', delim='\t', header=true)}.
 *
 * <p>Lines are written before the frontier's commit, which keeps the log's length: opened again,
 * the log is cut back to it. So each address that was settled has its line, once, whenever the
 * power fails.
 */
public final class CrawlLog implements AutoCloseable {
  public static final String NAME = "crawl.log";

  private final FileChannel file;
  private long length;

  private CrawlLog(FileChannel file, long length) {
    this.file = file;
    this.length = length;
  }

  /**
   * @param length all that counts of it
   */
  public static CrawlLog open(Path directory, long length) throws IOException {
    Files.createDirectories(directory);
    FileChannel file =
        FileChannel.open(
            directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (file.size() > length) {
      file.truncate(length);
    }
    CrawlLog log = new CrawlLog(file, file.size());
    if (log.length == 0) {
      log.write(LogLine.COLUMNS + "\n");
    }
    return log;
  }

  /** Returns its length then. */
  public synchronized long append(Collection<LogLine> lines) throws IOException {
    StringBuilder text = new StringBuilder(200 * lines.size());
    lines.forEach(line -> text.append(line.text()).append('\n'));
    write(text.toString());
    return length;
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    long at = length;
    while (bytes.hasRemaining()) {
      at += file.write(bytes, at);
    }
    length = at;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** The lines of a collection's log, in their order; must be closed. */
  public static Stream<LogLine> lines(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    if (!Files.exists(file)) {
      throw new IOException(
          "there is no " + file + ": nothing was crawled there since there are logs");
    }
    BufferedReader reader = Files.newBufferedReader(file);
    return reader
        .lines()
        .map(LogLine::parse)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .onClose(() -> close(reader));
  }

  private static void close(BufferedReader reader) {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Addresses of which the last word is that they could not be had. */
  public static List<LogLine> failed(Path directory) throws IOException {
    return last(directory, Cause::isFailure);
  }

  /** Addresses of which the last word is that a rule left them out. */
  public static List<LogLine> skipped(Path directory) throws IOException {
    return last(directory, Cause::isLeftOut);
  }

  /** Only the wanted are held in memory. */
  private static List<LogLine> last(Path directory, Predicate<Integer> wanted) throws IOException {
    Map<String, LogLine> open = new LinkedHashMap<>();
    try (Stream<LogLine> lines = lines(directory)) {
      lines.forEach(
          line -> {
            if (wanted.test(line.status())) {
              open.put(line.url(), line);
            } else if (!line.url().isEmpty()) {
              open.remove(line.url());
            }
          });
    }
    return List.copyOf(open.values());
  }
}
