package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.lab.trust.KeptRuns;
import org.orbweaver.lab.trust.OverlayTrust;
import org.orbweaver.lab.trust.TrustExperiment;
import org.orbweaver.lab.trust.TrustPage;
import org.orbweaver.lab.trust.TrustReport;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab trust}: who is thrown out, the liars or the honest? */
@Command(
    name = "trust",
    description = "Play attackers against the paper's rules of trust and against ours.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "1,000 peers; the paper's figures 3 to 6, then fifteen strategies at 5 to 50 %% attackers.",
      "With 20 runs it takes the better part of an hour on two cores.",
      "",
      "Examples:",
      "  orb lab trust --json --page trust.html",
      "  orb lab trust --runs 1",
      "  orb lab trust --overlay --peers 40 --pages 2000"
    })
final class TrustLabCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(names = "--runs", defaultValue = "20", description = "How many, from as many seeds.")
  private int runs;

  @Option(names = "--seed", defaultValue = "1", description = "The first run's seed.")
  private long seed;

  @Option(names = "--page", paramLabel = "FILE", description = "Write the curves as HTML.")
  private @Nullable Path page;

  @Option(
      names = "--rows",
      paramLabel = "FILE",
      description = "Keep what was played there, and go on from it after an interruption.")
  private @Nullable Path rows;

  @Option(
      names = "--overlay",
      description = "Instead: the product's own peers in virtual time, three in ten hostile.")
  private boolean overlay;

  @Option(names = "--peers", defaultValue = "200", description = "Of --overlay.")
  private int peers;

  @Option(names = "--pages", defaultValue = "20000", description = "Of each round of --overlay.")
  private int pages;

  @Option(names = "--rounds", defaultValue = "3", description = "Of --overlay.")
  private int rounds;

  @Option(
      names = "--spread",
      defaultValue = "4",
      description = "Of --overlay: over how many periods a round is crawled.")
  private int spread;

  @Option(
      names = "--after",
      defaultValue = "20",
      description = {
        "Of --overlay: periods that follow the last round. A verdict takes six, and a jury of 45",
        "hears one case of a peer in each."
      })
  private int after;

  @Option(
      names = "--alone",
      description = "Of --overlay: without the same run without trust, which only bytes need.")
  private boolean alone;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  TrustLabCommand() {}

  @Override
  public Integer call() throws IOException {
    if (overlay) {
      try (Progress progress = output.progress()) {
        OverlayTrust.Scale scale = new OverlayTrust.Scale(peers, pages, rounds, spread, after);
        output.print(new OverlayTrust(scale, !alone, seed).run(progress));
      }
      return 0;
    }
    TrustReport report;
    try (Progress progress = output.progress()) {
      report = new TrustExperiment(runs, seed, KeptRuns.in(rows), progress).run();
    }
    if (page != null) {
      Files.writeString(page, TrustPage.html(report));
    }
    output.print(report);
    return 0;
  }
}
