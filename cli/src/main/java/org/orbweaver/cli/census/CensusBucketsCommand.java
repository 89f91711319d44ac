package org.orbweaver.cli.census;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.census.BucketTaking;
import org.orbweaver.app.census.CensusScreen;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.WrongUse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb census buckets}: how full the routing tables of a network are. */
@Command(
    name = "buckets",
    description = "Ask random nodes of a snapshot for every k-bucket: how full are they by depth?",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The figures are also kept in the snapshot's description, for orb census report.",
      "",
      "Examples:",
      "  orb census buckets snapshots/monday.parquet --sample 2000"
    })
final class CensusBucketsCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private NetworkOptions network;

  @Parameters(paramLabel = "SNAPSHOT", description = "The snapshot whose nodes are asked.")
  private Path file;

  @Option(
      names = "--sample",
      paramLabel = "NODES",
      defaultValue = "2000",
      description = "How many nodes to ask (${DEFAULT-VALUE}).")
  private int sample;

  @SuppressWarnings("NullAway.Init") // picocli injects mixins and parameters
  CensusBucketsCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (sample < 1) {
      throw new WrongUse("a sample has at least one node, not " + sample);
    }
    try (StopSignal stop = new StopSignal();
        Progress progress = output.progress()) {
      CensusScreen watcher = new CensusScreen(progress, CensusOptions.Mode.DISCOVER, "buckets: ");
      print(
          new BucketTaking(network.settings(), network.homes(), network.ipv6(), watcher, stop)
              .take(Snapshot.open(file), sample));
    }
    return 0;
  }

  private void print(BucketTaking.Buckets found) {
    if (output.json()) {
      output.print(found);
      return;
    }
    output
        .out()
        .printf(
            Locale.ROOT,
            "%,d of %,d nodes answered, %,d packets in %.1f s%n%n depth   tables  contacts   full%n",
            found.answering(),
            found.asked(),
            found.packets(),
            found.seconds());
    for (BucketTaking.Bucket each : found.buckets()) {
      output
          .out()
          .printf(
              Locale.ROOT,
              "%6d %8d %9.2f %5.0f %%%n",
              each.depth(),
              each.tables(),
              each.contacts(),
              100 * each.fullShare());
    }
    output.out().flush();
  }
}
