package org.orbweaver.lab.wirespeed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.app.Progress;

/**
 * How many find_node pairs a second the world on loopback answers at random addresses, and how many
 * the barest loop that can do so does. Three processes on two processors, as in {@link WireSpeed}.
 */
public final class WorldSpeed {
  /** More do not fit into the heap of a {@link PinnedProcess}. */
  private static final int MOST_NODES = 4_000_000;

  private final int nodes;
  private final int seed;
  private final WireSpeedOptions options;
  private final Progress progress;

  public WorldSpeed(int nodes, int seed, WireSpeedOptions options, Progress progress) {
    if (nodes < 1 || nodes > MOST_NODES) {
      throw new IllegalArgumentException("1 to 4,000,000 nodes, not " + nodes);
    }
    this.nodes = nodes;
    this.seed = seed;
    this.options = options;
    this.progress = progress;
  }

  /**
   * Takes about {@code 2 × (warm-up + rounds × measurement)} and the time to make the world twice.
   *
   * @throws IOException in one sentence, if this machine cannot run it
   */
  public WorldSpeedReport run() throws IOException {
    TwoProcessors processors = TwoProcessors.available();
    int serverProcessor = processors.server();
    int clientProcessor = processors.client();
    progress.at(0, "making the world");
    try (PinnedProcess world = start(serverProcessor, "world", nodes, seed)) {
      int worldPort = (int) world.read()[0];
      try (PinnedProcess visitor = start(clientProcessor, "visitor", nodes, seed, worldPort)) {
        long[] sizes = visitor.ask("probe");
        int queryBytes = (int) sizes[0];
        int replyBytes = (int) sizes[1];
        try (PinnedProcess bare = start(serverProcessor, "wildcard", queryBytes, replyBytes)) {
          Arm worldArm = new Arm(visitor, world, worldPort);
          Arm bareArm = new Arm(visitor, bare, bare.read()[0]);
          return WorldSpeedReport.of(
              rounds(worldArm, bareArm),
              new WorldSpeedReport.Conditions(
                  nodes,
                  queryBytes,
                  replyBytes,
                  options.window(),
                  options.measurement().toNanos() / 1e9,
                  serverProcessor,
                  clientProcessor,
                  System.getProperty("java.vm.version"),
                  System.getProperty("os.name") + " " + System.getProperty("os.version")));
        }
      }
    }
  }

  private static PinnedProcess start(int processor, String role, int... numbers)
      throws IOException {
    List<String> words = new ArrayList<>(List.of(role));
    for (int number : numbers) {
      words.add(Integer.toString(number));
    }
    return PinnedProcess.start(processor, words.toArray(String[]::new));
  }

  private List<WorldSpeedReport.Round> rounds(Arm world, Arm bare) throws IOException {
    progress.at(0, "warming up");
    measure(world, options.warmUp().toNanos());
    measure(bare, options.warmUp().toNanos());
    List<WorldSpeedReport.Round> rounds = new ArrayList<>();
    long nanos = options.measurement().toNanos();
    for (int i = 0; i < options.rounds(); i++) {
      progress.at((i + 1.0) / (options.rounds() + 1), "round " + (i + 1));
      if (i % 2 == 0) {
        WorldSpeedReport.Measurement first = measure(world, nanos);
        rounds.add(new WorldSpeedReport.Round(first, measure(bare, nanos)));
      } else {
        WorldSpeedReport.Measurement first = measure(bare, nanos);
        rounds.add(new WorldSpeedReport.Round(measure(world, nanos), first));
      }
    }
    return rounds;
  }

  private record Arm(PinnedProcess visitor, PinnedProcess server, long port) {}

  private WorldSpeedReport.Measurement measure(Arm arm, long nanos) throws IOException {
    long before = arm.server.processorTime().toNanos();
    long[] result =
        arm.visitor.ask("measure %d %d %d".formatted(arm.port, nanos, options.window()));
    long spent = arm.server.processorTime().toNanos() - before;
    return new WorldSpeedReport.Measurement(
        result[0], result[1], result[2], result[0] * 1e9 / result[3], spent / 1e3 / result[0]);
  }
}
