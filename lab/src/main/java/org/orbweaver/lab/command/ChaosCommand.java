package org.orbweaver.lab.command;

import java.time.Duration;
import org.orbweaver.app.Progress;
import org.orbweaver.lab.overlay.ChaosOptions;
import org.orbweaver.lab.overlay.ChaosSeries;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab chaos}: is any task ever lost? */
@Command(
    name = "chaos",
    description = "Crawl while peers come, go, crash, lose disks and are parted: is a task lost?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "A seed replays exactly; one that loses something is named in the report.",
      "",
      "Examples:",
      "  orb lab chaos --seeds 200 --json",
      "  orb lab chaos --seeds 30 --rounds 4 --pages 1000 --json",
      "  orb lab chaos --seed 17 --seeds 1"
    })
final class ChaosCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--seeds", defaultValue = "20", description = "How many runs.")
  private int seeds;

  @Option(names = "--seed", defaultValue = "1", description = "The first run's seed.")
  private long seed;

  @Option(names = "--peers", defaultValue = "12", description = "How many peers at the start.")
  private int peers;

  @Option(
      names = "--pages",
      defaultValue = "3000",
      description = "How many pages the synthetic web has.")
  private int pages;

  @Option(
      names = "--copies",
      defaultValue = "3",
      description = "How many disks keep each task (the overlay's r).")
  private int copies;

  @Option(names = "--loss", defaultValue = "0.02", description = "Share of messages lost.")
  private double loss;

  @Option(
      names = "--faults",
      defaultValue = "0.25",
      description = "Chance of a misfortune every five seconds.")
  private double faults;

  @Option(
      names = "--minutes",
      defaultValue = "10",
      description = "How long misfortunes go on, in virtual time.")
  private int minutes;

  @Option(
      names = "--rounds",
      defaultValue = "1",
      description =
          "How often every page is visited, while it goes wrong. Rounds must not take longer than "
              + "they may: about 1,000 pages for three.")
  private int rounds;

  @Option(names = "--together", description = "The network never falls apart.")
  private boolean together;

  @Option(
      names = "--unsealed",
      description =
          "Messages go as they are and results are unsigned: a third of the time, for more seeds.")
  private boolean unsealed;

  @Option(
      names = "--trust",
      description = "Peers vouch for what they bring and check each other, in periods of 90 s.")
  private boolean trust;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  ChaosCommand() {}

  @Override
  public void run() {
    if (trust && unsealed) {
      throw new IllegalArgumentException("--trust needs signatures, so it goes without --unsealed");
    }
    ChaosOptions options =
        ChaosOptions.DEFAULT
            .change()
            .peers(peers)
            .pages(pages)
            .copies(copies)
            .loss(loss)
            .sealed(!unsealed)
            .trusting(trust)
            .parting(!together)
            .faultsPerStep(faults)
            .chaos(Duration.ofMinutes(minutes))
            .rounds(rounds)
            .done();
    ChaosSeries.Report report;
    try (Progress progress = output.progress()) {
      report = new ChaosSeries(options, seed, seeds, progress).run();
    }
    output.print(report);
    if (!report.failingSeeds().isEmpty()) {
      throw new IllegalStateException(
          "tasks were lost or are on too few disks with seeds " + report.failingSeeds());
    }
  }
}
