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
final class TrapFile {
  private record Line(int patience, String kind) {}

  private final Path file;
  private final List<Line> lines = new ArrayList<>();

  TrapFile(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      for (String text : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String[] parts = text.split("\t");
        if (parts.length == 3 && parts[0].matches("\\d{1,9}")) {
          lines.add(new Line(Integer.parseInt(parts[0]), parts[1]));
        }
      }
    }
  }

  /** Those that proved endless to somebody as patient as that. */
  List<String> known(int patience) {
    return lines.stream().filter(line -> line.patience() >= patience).map(Line::kind).toList();
  }

  synchronized void add(TrapWatch.Trap trap, int patience) {
    try {
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
