package org.orbweaver.cli.census;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.census.NodeSample;
import org.orbweaver.app.census.RunningCensus;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.journal.CrawlJournal;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.journal.RecordedCrawl;
import org.orbweaver.census.net.CensusNode;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.census.snapshot.SnapshotNotes;
import org.orbweaver.census.strategy.BucketSurvey;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.shell.Output;
import org.orbweaver.udp.MonotonicClock;
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
  /**
   * What was found.
   *
   * @param asked nodes of the snapshot
   * @param answering those of them that answered
   */
  private record Buckets(
      int asked, int answering, long packets, double seconds, List<Bucket> buckets) {}

  /** One row of figure 3. */
  private record Bucket(int depth, int tables, double contacts, double fullShare) {}

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
      throw new IllegalArgumentException("a sample has at least one node, not " + sample);
    }
    Snapshot snapshot = Snapshot.open(file);
    List<Contact> nodes = choose(snapshot);
    long start = MonotonicClock.now();
    KnownNodes known = new KnownNodes(start);
    BucketSurvey survey = new BucketSurvey(known, nodes.size());
    CensusCrawl crawl = new CensusCrawl(known, survey);
    nodes.forEach(node -> crawl.bootstrap(node, start));
    long packets = run(new RecordedCrawl(crawl, start, CrawlJournal.NONE));
    SnapshotNotes.addBuckets(
        snapshot,
        survey.depths().stream()
            .map(each -> new SnapshotInfo.Bucket(each.depth(), each.tables(), each.mean()))
            .toList());
    Buckets found =
        new Buckets(
            nodes.size(),
            survey.answering(),
            packets,
            (MonotonicClock.now() - start) / 1e9,
            survey.depths().stream().map(CensusBucketsCommand::bucket).toList());
    print(found);
    return 0;
  }

  private static Bucket bucket(BucketSurvey.Depth depth) {
    return new Bucket(
        depth.depth(), depth.tables(), depth.mean(), (double) depth.full() / depth.tables());
  }

  private List<Contact> choose(Snapshot snapshot) {
    boolean anyAddress = network.settings().anyAddress();
    List<Contact> chosen =
        NodeSample.of(
            snapshot, sample, at -> at.isIpv4() != network.ipv6() && (anyAddress || at.isGlobal()));
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "the snapshot %s has no node that can be asked".formatted(file));
    }
    return chosen;
  }

  private long run(RecordedCrawl crawl) throws IOException, InterruptedException {
    try (StopSignal stop = new StopSignal();
        Progress progress = output.progress();
        RunningCensus running =
            RunningCensus.start(
                network.settings(),
                network.homes(),
                List.of(),
                CrawlState.beginning(crawl),
                InfohashListener.NOBODY)) {
      CensusScreen watcher =
          new CensusScreen(progress, output.err(), CensusOptions.Mode.DISCOVER, "buckets: ");
      while (!watcher.isOver(running) && !stop.awaitMillis(200)) {}
      CensusNode node = running.stop();
      return node.progress(MonotonicClock.now()).now().packets();
    }
  }

  private void print(Buckets found) {
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
    for (Bucket each : found.buckets()) {
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
