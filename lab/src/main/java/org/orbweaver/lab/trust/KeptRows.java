package org.orbweaver.lab.trust;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rows that were played before, one in a line of a file: a thousand runs take the better part of an
 * hour, and who interrupts them goes on where they were.
 */
public final class KeptRows {
  private record Line(int runs, long seed, TrustReport.Row row) {}

  private final @Nullable Path file;
  private final Map<String, TrustReport.Row> known = new HashMap<>();

  private KeptRows(@Nullable Path file) {
    this.file = file;
  }

  /** Keeps nothing if there is no file. */
  public static KeptRows in(@Nullable Path file) throws IOException {
    KeptRows rows = new KeptRows(file);
    if (file != null && Files.exists(file)) {
      for (String text : Files.readAllLines(file)) {
        Line line = JsonMapper.shared().readValue(text, Line.class);
        rows.known.put(
            name(line.runs, line.seed, line.row.strategy(), line.row.attackers()), line.row);
      }
    }
    return rows;
  }

  private static String name(int runs, long seed, String strategy, double share) {
    return runs + " from " + seed + ": " + strategy + " " + share;
  }

  TrustReport.@Nullable Row get(int runs, long seed, String strategy, double share) {
    return known.get(name(runs, seed, strategy, share));
  }

  void add(int runs, long seed, TrustReport.Row row) {
    if (file != null) {
      try {
        Files.write(
            file,
            List.of(JsonMapper.shared().writeValueAsString(new Line(runs, seed, row))),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
