package org.orbweaver.lab.command;

import java.util.List;
import org.orbweaver.app.Progress;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.lab.splider.Conditions;
import org.orbweaver.lab.splider.Splider;
import org.orbweaver.lab.splider.SpliderOptions;
import org.orbweaver.lab.splider.SpliderReport;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab splider}: which crawling strategy finds how many nodes with how many packets? */
@Command(
    name = "splider",
    description = "Compare the census strategies: nodes found per packet, and how many are missed.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Splider's table I: iterative 0.316 nodes per packet at 66 %% recall, split 0.611 at 100 %%.",
      "",
      "Examples:",
      "  orb lab splider --nodes 100000",
      "  orb lab splider --nodes 1000000 --seeds 5 --json",
      "  orb lab splider --strategies sweep --wanted-recall 0.995 --table-share 0.70",
      "  orb lab splider --strategies sweep --loss 0.02 --churn --rate-limits --tries 2",
      "  orb lab splider --strategies sweep --strange --seeds 12 --json",
      "  orb lab splider --strategies sweep --verify"
    })
final class SpliderCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--nodes", defaultValue = "100000", description = "Size of each world.")
  private int nodes;

  @Option(names = "--seeds", defaultValue = "1", description = "How many worlds.")
  private int seeds;

  @Option(names = "--seed", defaultValue = "1", description = "The first world's seed.")
  private long seed;

  @Option(
      names = "--table-share",
      defaultValue = "0.85",
      description = "The model's C: the share of its few neighbours that a node knows.")
  private double tableShare;

  @Option(
      names = "--wanted-recall",
      defaultValue = "0.999",
      description = "The share of live nodes at which sweep may stop.")
  private double wantedRecall;

  @Option(names = "--verify", description = "Sweep contacts every node it hears of.")
  private boolean verify;

  @Option(names = "--loss", defaultValue = "0", description = "Share of packets lost, each way.")
  private double loss;

  @Option(
      names = "--churn",
      description = "Nodes come and go; recall is that of nodes live from start to end.")
  private boolean churn;

  @Option(
      names = "--rate-limits",
      description =
          "Nodes shut out who sends 50 packets in 10 s; the crawler keeps to 4 a second and"
              + " address.")
  private boolean rateLimits;

  @Option(names = "--tries", defaultValue = "1", description = "How often a question is sent.")
  private int tries;

  @Option(
      names = "--rate",
      defaultValue = "40000",
      description = "Packets per second; matters with --churn and --rate-limits only.")
  private int rate;

  @Option(names = "--window", defaultValue = "256", description = "Open questions at a time.")
  private int window;

  @Option(
      names = "--strange",
      description =
          "Each world draws its share of dead nodes (0.1 to 0.5), how much tables keep of them (0"
              + " to 0.6), and how far each node's own chance to be listed is from C (up to 0.15).")
  private boolean strange;

  @Option(
      names = "--strategies",
      split = ",",
      defaultValue = "iterative,split,sweep",
      description = "Which to run: ${COMPLETION-CANDIDATES}.")
  private List<StrategyName> strategies;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  SpliderCommand() {}

  @Override
  public void run() {
    CensusOptions.Mode mode = verify ? CensusOptions.Mode.VERIFY : CensusOptions.Mode.DISCOVER;
    SpliderOptions options =
        new SpliderOptions(
            nodes,
            seeds,
            seed,
            tableShare,
            wantedRecall,
            mode,
            new Conditions(loss, churn, rateLimits, tries, rate, window, strange),
            strategies);
    SpliderReport report;
    try (Progress progress = output.progress()) {
      report = new Splider(options, progress).run();
    }
    output.print(report);
  }
}
