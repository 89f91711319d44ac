package org.orbweaver.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.fetch.scope.TrapWatch;

/**
 * The endless kinds of addresses a crawl has met, a line each: how many pages of the kind it had
 * patience with, the kind, and one of them. Kept, so that a crawl that is run again does not fall
 * into them again; who has more patience than a line says, or takes the line out, opens the kind
 * again.
 */
public final class TrapFile {
  private record Line(int patience, String kind) {}

  private final Path file;
  private final List<Line> lines = new ArrayList<>();

  /**
   * @param directory of the crawl, which may come into being with its first trap
   */
  public TrapFile(Path directory) throws IOException {
    this.file = directory.resolve("traps.txt");
    if (Files.exists(file)) {
      for (String text : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String[] parts = text.split("\t");
        if (parts.length == 3 && parts[0].matches("\\d{1,9}")) {
          lines.add(new Line(Integer.parseInt(parts[0]), parts[1]));
        }
      }
    }
  }

  /** A watch that knows what proved endless to somebody as patient, and notes what it finds. */
  public TrapWatch watch(int patience) {
    List<String> known =
        lines.stream().filter(line -> line.patience() >= patience).map(Line::kind).toList();
    return new TrapWatch(patience, known, trap -> add(trap, patience));
  }

  private synchronized void add(TrapWatch.Trap trap, int patience) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(
          file,
          patience + "\t" + trap.kind() + "\t" + trap.example() + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written", e);
    }
  }
}
