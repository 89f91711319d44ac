package org.orbweaver.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Where a crawl began and where its seeds have moved, a line each: what is within reach must not
 * depend on whether a resumed crawl is told its seeds again. A line is written before what it lets
 * in, so a crash at worst leaves one too many.
 */
final class SeedFile {
  private final Path file;
  private final Set<WebUrl> known = new LinkedHashSet<>();

  SeedFile(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      Files.readAllLines(file, StandardCharsets.US_ASCII).stream()
          .map(WebUrl::parse)
          .filter(Objects::nonNull)
          .map(Objects::requireNonNull)
          .forEach(known::add);
    }
  }

  synchronized void add(WebUrl seed) {
    if (known.add(seed)) {
      try {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(
            file,
            seed + "\n",
            StandardCharsets.US_ASCII,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(file + " cannot be written", e);
      }
    }
  }

  synchronized List<WebUrl> seeds() {
    return List.copyOf(known);
  }
}
