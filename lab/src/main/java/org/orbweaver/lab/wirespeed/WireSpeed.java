package org.orbweaver.lab.wirespeed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.app.Progress;

/**
 * How many queries a second a server of ours answers, and how many the barest loop does, on one
 * processor of this machine while one other asks.
 *
 * <p>All three processes live through the whole experiment, and the same one asks in both cases.
 * Rounds alternate which server goes first.
 */
public final class WireSpeed {
  private static final long WARM_UP_PAIRS = 500_000;

  private final ServerKind server;
  private final QueryKind query;
  private final WireSpeedOptions options;
  private final Progress progress;

  public WireSpeed(
      ServerKind server, QueryKind query, WireSpeedOptions options, Progress progress) {
    this.server = server;
    this.query = query;
    this.options = options;
    this.progress = progress;
  }

  /**
   * Takes about {@code 2 × (warm-up + rounds × measurement)}.
   *
   * @throws IOException in one sentence, if this machine cannot run it
   */
  public WireSpeedReport run() throws IOException {
    TwoProcessors processors = TwoProcessors.available();
    int serverProcessor = processors.server();
    int clientProcessor = processors.client();
    try (PinnedProcess load = PinnedProcess.start(clientProcessor, "load");
        PinnedProcess full = PinnedProcess.start(serverProcessor, server.role())) {
      long[] portAndEntries = full.read();
      long[] sizes = load.ask("probe " + portAndEntries[0] + " " + query);
      try (PinnedProcess bare =
          PinnedProcess.start(serverProcessor, "bare", Long.toString(sizes[1]))) {
        long barePort = bare.read()[0];
        Arm fullArm = new Arm(load, full, portAndEntries[0], sizes[1]);
        Arm bareArm = new Arm(load, bare, barePort, sizes[1]);
        return WireSpeedReport.of(
            rounds(fullArm, bareArm),
            new WireSpeedReport.Conditions(
                (int) sizes[0],
                (int) sizes[1],
                options.window(),
                options.measurement().toNanos() / 1e9,
                serverProcessor,
                clientProcessor,
                (int) portAndEntries[1],
                System.getProperty("java.vm.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version")));
      }
    }
  }

  private List<WireSpeedReport.Round> rounds(Arm full, Arm bare) throws IOException {
    progress.at(0, "warming up");
    warmUp(full);
    warmUp(bare);
    List<WireSpeedReport.Round> rounds = new ArrayList<>();
    long nanos = options.measurement().toNanos();
    for (int i = 0; i < options.rounds(); i++) {
      progress.at((i + 1.0) / (options.rounds() + 1), "round " + (i + 1));
      boolean fullFirst = i % 2 == 0;
      WireSpeedReport.Measurement first = measure(fullFirst ? full : bare, nanos);
      WireSpeedReport.Measurement second = measure(fullFirst ? bare : full, nanos);
      rounds.add(
          fullFirst
              ? new WireSpeedReport.Round(first, second)
              : new WireSpeedReport.Round(second, first));
    }
    return rounds;
  }

  /** Compilers count calls, not seconds: on a busy machine this takes up to three times as long. */
  private void warmUp(Arm arm) throws IOException {
    long pairs = 0;
    for (int i = 0; i < 3 && pairs < WARM_UP_PAIRS; i++) {
      pairs += measure(arm, options.warmUp().toNanos()).pairs();
    }
  }

  private record Arm(PinnedProcess load, PinnedProcess server, long port, long replyBytes) {}

  private WireSpeedReport.Measurement measure(Arm arm, long nanos) throws IOException {
    long before = arm.server.processorTime().toNanos();
    long[] result =
        arm.load.ask(
            "measure %d %s %d %d %d"
                .formatted(arm.port, query, nanos, options.window(), arm.replyBytes));
    long spent = arm.server.processorTime().toNanos() - before;
    return new WireSpeedReport.Measurement(
        result[0], result[1], result[0] * 1e9 / result[2], spent / 1e3 / result[0]);
  }
}
