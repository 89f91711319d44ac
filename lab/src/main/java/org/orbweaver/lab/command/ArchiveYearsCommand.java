package org.orbweaver.lab.command;

import org.orbweaver.app.Progress;
import org.orbweaver.lab.years.ArchiveYears;
import org.orbweaver.lab.years.YearsOptions;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab archive}: what is left of an archive after years? */
@Command(
    name = "archive",
    description = "Keep blocks for years while peers sleep and go: what is lost, what rots unseen?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Lives, uptime, disks and lines are the thesis' (360 days, 80 %%, 100 GB, 150 kbit/s), and",
      "then harsher. Blocks and lines are simulated by the hour; who keeps a block, what is copied",
      "first and how fast, and when whose copy is asked for are the product's own classes.",
      "",
      "Examples:",
      "  orb lab archive --peers 500 --days 720 --json",
      "  orb lab archive --peers 100 --days 90 --blocks 10000"
    })
final class ArchiveYearsCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--peers", defaultValue = "500", description = "How many at a time.")
  private int peers;

  @Option(names = "--days", defaultValue = "720", description = "For how long.")
  private int days;

  @Option(names = "--blocks", defaultValue = "100000", description = "How many are kept.")
  private int blocks;

  @Option(
      names = "--worlds",
      defaultValue = "3",
      description = "So many of each kind: what is lost comes in clumps, and one has few.")
  private int worlds;

  @Option(
      names = "--comparing",
      defaultValue = "60",
      description = "How many of the product's own peers compare what they keep.")
  private int comparing;

  @Option(names = "--seed", defaultValue = "1", description = "The world's seed.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  ArchiveYearsCommand() {}

  @Override
  public void run() {
    ArchiveYears.Report report;
    try (Progress progress = output.progress()) {
      report =
          new ArchiveYears(
                  YearsOptions.thesis(peers, days, blocks, seed), worlds, comparing, progress)
              .run();
    }
    output.print(report);
  }
}
