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
 * Runs that were played before, one in a line of a file: a thousand of them take the better part of
 * an hour, and who interrupts them goes on where they were, with fewer or with more runs.
 */
public final class KeptRuns {
  /** What was played. */
  record Name(String strategy, double attackers, String checking, long seed) {}

  private record Line(Name name, Tally.Outcomes outcomes) {}

  private final @Nullable Path file;
  private final Map<Name, Tally.Outcomes> known = new HashMap<>();

  private KeptRuns(@Nullable Path file) {
    this.file = file;
  }

  /** Keeps nothing if there is no file. */
  public static KeptRuns in(@Nullable Path file) throws IOException {
    KeptRuns runs = new KeptRuns(file);
    if (file != null && Files.exists(file)) {
      for (String text : Files.readAllLines(file)) {
        Line line = JsonMapper.shared().readValue(text, Line.class);
        runs.known.put(line.name, line.outcomes);
      }
    }
    return runs;
  }

  Tally.@Nullable Outcomes get(Name name) {
    return known.get(name);
  }

  void add(Name name, Tally.Outcomes outcomes) {
    if (file != null) {
      try {
        Files.write(
            file,
            List.of(JsonMapper.shared().writeValueAsString(new Line(name, outcomes))),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
