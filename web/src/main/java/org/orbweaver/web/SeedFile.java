package org.orbweaver.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Where a crawl began and where its seeds have moved (which the line says), a line each: what is
 * within reach must not depend on whether a resumed crawl is told its seeds again. A line is
 * written before what it lets in, so a crash at worst leaves one too many.
 */
final class SeedFile {
  private final Path file;
  private static final String MOVED = " moved";

  private final Set<WebUrl> known = new LinkedHashSet<>();
  private final Set<WebUrl> given = new LinkedHashSet<>();

  SeedFile(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
        WebUrl seed = WebUrl.parse(line.endsWith(MOVED) ? line.split(" ")[0] : line);
        if (seed != null) {
          known.add(seed);
          if (!line.endsWith(MOVED)) {
            given.add(seed);
          }
        }
      }
    }
  }

  /** By the operator. */
  synchronized void add(WebUrl seed) {
    if (given.add(seed)) {
      known.add(seed);
      write(seed.toString());
    }
  }

  /** By its server's word. */
  synchronized void moved(WebUrl seed) {
    if (known.add(seed)) {
      write(seed + MOVED);
    }
  }

  private void write(String line) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(
          file,
          line + "\n",
          StandardCharsets.US_ASCII,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written", e);
    }
  }

  /** All of them. */
  synchronized List<WebUrl> seeds() {
    return List.copyOf(known);
  }

  /** Those of the operator's own choice. */
  synchronized List<WebUrl> given() {
    return List.copyOf(given);
  }
}
