package org.orbweaver.lab.command;

import org.orbweaver.app.Progress;
import org.orbweaver.lab.overlay.FoesSeries;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab foes}: can hostile members and visitors hurt a swarm? */
@Command(
    name = "foes",
    description = "Crawl while hostile members and visitors attack: is anything lost or false?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "30 honest peers; 1, 3 and 9 hostile members, and as many visitors, with every seed.",
      "",
      "Examples:",
      "  orb lab foes --seeds 50 --json",
      "  orb lab foes --seed 17 --seeds 1"
    })
final class FoesCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--seeds", defaultValue = "5", description = "How many times three runs.")
  private int seeds;

  @Option(names = "--seed", defaultValue = "1", description = "The first run's seed.")
  private long seed;

  @Option(names = "--pages", defaultValue = "1000", description = "Pages of the synthetic web.")
  private int pages;

  @Option(names = "--seconds", defaultValue = "30", description = "Attacks last, virtually.")
  private int seconds;

  @Option(
      names = "--rounds",
      defaultValue = "1",
      description = "How often every page is visited, every eight minutes, virtually.")
  private int rounds;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  FoesCommand() {}

  @Override
  public void run() {
    FoesSeries.Report report;
    try (Progress progress = output.progress()) {
      report = new FoesSeries(pages, seconds, rounds, seed, seeds, progress).run();
    }
    output.print(report);
    if (!report.failing().isEmpty()) {
      throw new IllegalStateException(
          "the swarm was hurt in %d of %d runs".formatted(report.failing().size(), report.runs()));
    }
  }
}
