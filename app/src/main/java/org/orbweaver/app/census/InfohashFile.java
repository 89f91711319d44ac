package org.orbweaver.app.census;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;

/**
 * The infohashes told during a census, each once, a line each. A census that is continued adds to
 * the file. Past ten million it no longer knows which are new, and writes some twice.
 */
public final class InfohashFile implements InfohashListener, AutoCloseable {
  private static final int MOST_REMEMBERED = 10_000_000;

  private final Path path;
  private final BufferedWriter writer;
  private final Set<Key> seen = new HashSet<>();
  private long written;

  private InfohashFile(Path path, BufferedWriter writer) {
    this.path = path;
    this.writer = writer;
  }

  public static InfohashFile continuing(Path path) throws IOException {
    List<String> before =
        Files.exists(path) ? Files.readAllLines(path, US_ASCII) : List.<String>of();
    InfohashFile file =
        new InfohashFile(
            path,
            Files.newBufferedWriter(
                path, US_ASCII, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING));
    // A killed process may have left half a line.
    before.stream()
        .filter(line -> line.length() == 2 * Key.BYTES)
        .map(Key::parse)
        .forEach(file::keep);
    return file;
  }

  @Override
  public void sampled(Contact from, List<Key> infohashes, long outOf, Duration interval) {
    infohashes.forEach(this::keep);
  }

  private void keep(Key infohash) {
    if (seen.size() < MOST_REMEMBERED && !seen.add(infohash)) {
      return;
    }
    try {
      writer.write(infohash.toString());
      writer.newLine();
      written++;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the infohashes " + path, e);
    }
  }

  public long written() {
    return written;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
