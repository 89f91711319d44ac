package org.orbweaver.shell;

import java.time.Duration;
import org.orbweaver.overlay.node.OverlaySettings;
import picocli.CommandLine.Option;

/** How a peer sees to it that nothing is lost for years. */
public final class DurabilityOptions {
  private static final int BITS = 8;
  private static final int KILO = 1_000;

  @Option(
      names = "--copies",
      defaultValue = "3",
      description = {
        "How many disks keep each task and what it brought; all of a swarm must agree.",
        "3 for peers that mostly stay, 6 for volunteers who come and go (docs/overlay.md)."
      })
  private int copies;

  @Option(
      names = "--reconcile",
      paramLabel = "TIME",
      converter = Durations.class,
      defaultValue = "1d",
      description = "How often to read all copies back and compare with other holders; 0s: never.")
  private Duration reconcile;

  @Option(
      names = "--audit",
      paramLabel = "TIME",
      converter = Durations.class,
      defaultValue = "28d",
      description = {
        "In which time each copy is asked for by another holder, under a fresh nonce; all of a",
        "swarm should agree. 0s: never."
      })
  private Duration audit;

  @Option(
      names = "--probation",
      paramLabel = "TIME",
      converter = Durations.class,
      defaultValue = "0s",
      description = {
        "How long to take an eighth of its share only, if it comes with an empty disk to a swarm:",
        "for volunteers, of whom many go again within hours."
      })
  private Duration probation;

  @Option(
      names = "--repair-rate",
      paramLabel = "KBIT/S",
      defaultValue = "20000",
      description = "How fast to send others what they have lost; 0 for as fast as may be.")
  private long repairRate;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  public DurabilityOptions() {}

  public int copies() {
    return copies;
  }

  /** The same settings but for these. */
  public OverlaySettings.Change in(OverlaySettings settings) {
    return settings
        .change()
        .copies(copies)
        .reconcileNanos(reconcile.toNanos())
        .auditNanos(audit.toNanos())
        .probationNanos(probation.toNanos())
        .repairRate(repairRate * KILO / BITS);
  }
}
