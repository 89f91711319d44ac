package org.orbweaver.lab.wirespeed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.orbweaver.app.Progress;

/**
 * A whole census over real UDP, as fast as it can: the world on one processor, the census on
 * another. In turn with it a {@link WorldVisitor} measures what the barest loop serves there. The
 * first census and the first measurement warm up and do not count.
 */
public final class CensusSpeed {
  private final int nodes;
  private final int seed;
  private final int rounds;
  private final int window;
  private final Progress progress;

  public CensusSpeed(int nodes, int seed, int rounds, int window, Progress progress) {
    if (nodes < 1 || nodes > 2_000_000 || rounds < 1 || window < 1) {
      throw new IllegalArgumentException("1 to 2,000,000 nodes, and at least one round");
    }
    this.nodes = nodes;
    this.seed = seed;
    this.rounds = rounds;
    this.window = window;
    this.progress = progress;
  }

  /**
   * @param virtualRecall takes a census of the same world in virtual time
   * @throws IOException in one sentence, if this machine cannot run it
   */
  public CensusSpeedReport run(DoubleSupplier virtualRecall) throws IOException {
    TwoProcessors processors = TwoProcessors.available();
    int server = processors.server();
    int client = processors.client();
    progress.at(0, "making the world");
    List<CensusSpeedReport.Round> measured = new ArrayList<>();
    try (PinnedProcess world = start(server, "world", nodes, seed)) {
      int port = (int) world.read()[0];
      try (PinnedProcess visitor = start(client, "visitor", nodes, seed, port);
          PinnedProcess census = start(client, "census", nodes, seed, port)) {
        long[] sizes = visitor.ask("probe");
        try (PinnedProcess bare = start(server, "wildcard", (int) sizes[0], (int) sizes[1])) {
          long barePort = bare.read()[0];
          for (int i = 0; i <= rounds; i++) {
            progress.at((i + 0.2) / (rounds + 1), i == 0 ? "warming up" : "round " + i);
            CensusSpeedReport.Round round = round(census, visitor, barePort, i);
            if (i > 0) {
              measured.add(round);
            }
          }
        }
      }
    }
    return CensusSpeedReport.of(
        measured,
        virtualRecall.getAsDouble(),
        new CensusSpeedReport.Conditions(
            nodes,
            window,
            server,
            client,
            System.getProperty("java.vm.version"),
            System.getProperty("os.name") + " " + System.getProperty("os.version")));
  }

  private CensusSpeedReport.Round round(
      PinnedProcess census, PinnedProcess visitor, long barePort, int number) throws IOException {
    long before = census.processorTime().toNanos();
    long[] taken = census.ask("census %d %d".formatted(window, seed + number));
    long spent = census.processorTime().toNanos() - before;
    long[] bare = visitor.ask("measure %d 4000000000 512".formatted(barePort));
    double seconds = taken[5] / 1e9;
    return new CensusSpeedReport.Round(
        taken[0],
        taken[1],
        taken[4],
        (double) taken[2] / taken[3],
        seconds,
        taken[0] / seconds,
        spent / 1e3 / taken[0],
        bare[0] * 1e9 / bare[3]);
  }

  private static PinnedProcess start(int processor, String role, int... numbers)
      throws IOException {
    List<String> words = new ArrayList<>(List.of(role));
    for (int number : numbers) {
      words.add(Integer.toString(number));
    }
    return PinnedProcess.start(processor, words.toArray(String[]::new));
  }
}
