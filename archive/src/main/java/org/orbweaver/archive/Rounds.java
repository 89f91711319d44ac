package org.orbweaver.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * When the rounds of a collection's crawl ended, a line each in {@code rounds.txt}. A page's
 * pictures belong to its round: some are fetched before it, some after. Lost, it costs only that
 * knowledge.
 */
public final class Rounds {
  private final Path file;

  public Rounds(Path collection) {
    this.file = collection.resolve("rounds.txt");
  }

  void note(Instant end) throws IOException {
    Files.writeString(file, end + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Oldest first; a line that a crash left half written is left out. */
  public List<Instant> ends() throws IOException {
    List<Instant> ends = new ArrayList<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      try {
        ends.add(Instant.parse(line.strip()));
      } catch (DateTimeException e) {
        // half a line
      }
    }
    ends.sort(null);
    return ends;
  }
}
