package org.orbweaver.lab.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.lab.index.AgainstWorld;
import org.orbweaver.lab.index.DistanceExperiment;
import org.orbweaver.lab.index.LibtorrentSwarm;
import org.orbweaver.lab.index.LoopbackIndexing;
import org.orbweaver.lab.index.OrderExperiment;
import org.orbweaver.lab.index.StoreExperiment;
import org.orbweaver.lab.index.WeekExperiment;
import org.orbweaver.lab.index.YieldExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orb lab index}: the indexer paper's experiments. */
@Command(
    name = "index",
    description = "Index a synthetic DHT: what is obtained, in which order, at what cost.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb lab index --nodes 100000 --torrents 50000 --json",
      "  orb lab index --part order --nodes 20000 --torrents 10000 --homes 16",
      "  orb lab index --part distances --keys 5000000",
      "  orb lab index --part week --hours 48 --json",
      "  orb lab index --loopback --nodes 20000 --torrents 10000",
      "  orb lab index --against-world --json",
      "  orb lab index --libtorrent --public --json",
      "  orb lab index --against-world --homes 16 --postgres --indexers 2"
    })
final class IndexLabCommand implements Callable<Integer> {
  /** Which of the experiments. */
  enum Part {
    /** All of them, one after the other. */
    ALL,
    /** The whole pipeline for some hours. */
    YIELD,
    /** Orders of lookups, cache, starting points. */
    ORDER,
    /** The whole pipeline with an empty and with a full store. */
    STORE,
    /** Figures 1 and 2. */
    DISTANCES,
    /** A week among a million nodes while torrents are born and die. */
    WEEK
  }

  /**
   * All parts' figures.
   *
   * @param yield of the run whose store was empty
   * @param changeByFullStore the largest of any of those figures
   */
  private record Report(
      YieldExperiment.Report yield,
      YieldExperiment.Report yieldWithFullStore,
      double changeByFullStore,
      OrderExperiment.Report order,
      DistanceExperiment.Report distances) {}

  /** Three lookups each, a second long, are what it takes to keep two cores busy. */
  private static final int LOOPBACK_HOMES = 192;

  @Spec private CommandSpec spec;
  @Mixin private Output output;

  @Option(
      names = "--part",
      defaultValue = "all",
      description = "Which experiment: ${COMPLETION-CANDIDATES}.")
  private Part part = Part.ALL;

  @Option(names = "--nodes", defaultValue = "100000", description = "Size of the world.")
  private int nodes;

  @Option(
      names = "--torrents",
      defaultValue = "50000",
      description = "How many torrents its peers share.")
  private int torrents;

  @Option(
      names = "--homes",
      defaultValue = "64",
      description = "Addresses of the indexer; on loopback 192 unless given.")
  private int homes;

  @Option(names = "--hours", defaultValue = "6", description = "How long, in virtual time.")
  private double hours;

  @Option(
      names = "--traffic",
      defaultValue = "1",
      description = "Share of the clients' own lookups that are made; fewer take less time.")
  private double traffic;

  @Option(
      names = "--life",
      paramLabel = "DAYS",
      defaultValue = "30",
      description = "How long a torrent lives on average, in the part week.")
  private double lifeDays;

  @Option(names = "--no-faults", description = "Without loss, rate limits and liars.")
  private boolean noFaults;

  @Option(
      names = "--no-announce",
      description = "Passive retrieval only as in the paper, without announcing ourselves.")
  private boolean noAnnounce;

  @Option(
      names = "--keys",
      defaultValue = "5000000",
      description = "How many keys the part distances sorts.")
  private int keys;

  @Option(
      names = "--prefill",
      defaultValue = "5000000",
      description = "Hashes that a full store begins with; on loopback none unless given.")
  private int prefill;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private long seed;

  @Option(names = "--loopback", description = "On real UDP, TCP and SQLite, by the wall clock.")
  private boolean loopback;

  @Option(
      names = "--against-world",
      description =
          "orb index run with its defaults against orb lab world, each a process of its own:"
              + " 50,000 nodes, 20,000 torrents, one home and no faults unless given.")
  private boolean againstWorld;

  @Option(
      names = "--libtorrent",
      description =
          "orb index run with its defaults among 50 libtorrent sessions with 200 torrents, if"
              + " Debian's python3-libtorrent is there; with --public at public addresses.")
  private boolean libtorrent;

  @Option(names = "--faults", description = "Against the world: with loss, delays, liars, junk.")
  private boolean faults;

  @Option(
      names = "--public",
      description =
          "Against the world or libtorrent: both at public addresses in a network namespace, so"
              + " that the indexer keeps the settings of the public network.")
  private boolean publicAddresses;

  @Option(names = "--postgres", description = "Against the world: into a PostgreSQL.")
  private boolean postgres;

  @Option(
      names = "--indexers",
      defaultValue = "1",
      description = "Against the world: how many share the store.")
  private int indexers;

  @Option(
      names = "--strangers",
      paramLabel = "HASHES",
      defaultValue = "0",
      description = "Against the world: made-up hashes that strangers ask for in a minute.")
  private int strangers;

  @Option(
      names = "--seconds",
      defaultValue = "600",
      description = "How long the loopback run may take.")
  private int seconds;

  @SuppressWarnings("NullAway.Init") // picocli injects them
  IndexLabCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Progress progress = output.progress()) {
      output.print(
          libtorrent
              ? amongLibtorrents(progress)
              : againstWorld
                  ? againstWorld(progress)
                  : loopback ? onLoopback(progress) : inVirtualTime(progress));
    }
    return 0;
  }

  private Record amongLibtorrents(Progress progress) throws IOException, InterruptedException {
    return new LibtorrentSwarm(
            new LibtorrentSwarm.Options(
                isGiven("--nodes") ? nodes : 50,
                isGiven("--torrents") ? torrents : 200,
                publicAddresses,
                isGiven("--seconds") ? seconds : 1_800),
            progress)
        .run();
  }

  private Record againstWorld(Progress progress) throws IOException, InterruptedException {
    return new AgainstWorld(
            new AgainstWorld.Options(
                isGiven("--nodes") ? nodes : 50_000,
                isGiven("--torrents") ? torrents : 20_000,
                seed,
                faults,
                publicAddresses,
                isGiven("--homes") ? homes : 1,
                postgres,
                indexers,
                strangers,
                seconds),
            progress)
        .run();
  }

  private Record onLoopback(Progress progress) throws IOException, InterruptedException {
    return new LoopbackIndexing(
            nodes,
            torrents,
            isGiven("--homes") ? homes : LOOPBACK_HOMES,
            seconds,
            !noFaults,
            isGiven("--prefill") ? prefill : 0,
            seed,
            progress)
        .run();
  }

  private boolean isGiven(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  private Record inVirtualTime(Progress progress) throws IOException {
    return switch (part) {
      case ALL -> all(progress);
      case YIELD -> yielded(progress);
      case ORDER -> ordered(progress);
      case STORE -> stored(progress);
      case DISTANCES -> distances();
      case WEEK -> week(progress);
    };
  }

  private Report all(Progress progress) throws IOException {
    StoreExperiment.Report stores = stored(progress);
    return new Report(
        stores.empty(), stores.full(), stores.largestChange(), ordered(progress), distances());
  }

  private YieldExperiment.Options options() {
    return new YieldExperiment.Options(
        nodes, torrents, homes, hours, traffic, !noFaults, !noAnnounce, seed);
  }

  private YieldExperiment.Report yielded(Progress progress) {
    return new YieldExperiment(options(), progress).run();
  }

  private OrderExperiment.Report ordered(Progress progress) {
    return new OrderExperiment(nodes, torrents, homes, seed, progress).run();
  }

  private StoreExperiment.Report stored(Progress progress) throws IOException {
    AtomicInteger stores = new AtomicInteger();
    try (TemporaryFolder folder = new TemporaryFolder("orb-lab-store")) {
      return new StoreExperiment(options(), prefill, progress)
          .run(
              () ->
                  TorrentStores.open(
                      folder.file(stores.incrementAndGet() + ".db"),
                      RuleClassifier.builtIn(),
                      StoreSettings.DEFAULT));
    }
  }

  private WeekExperiment.Report week(Progress progress) {
    return new WeekExperiment(
            new WeekExperiment.Options(
                isGiven("--nodes") ? nodes : 1_000_000,
                isGiven("--torrents") ? torrents : 500_000,
                isGiven("--homes") ? homes : 1,
                isGiven("--hours") ? hours : 168,
                lifeDays,
                seed),
            progress)
        .run();
  }

  private DistanceExperiment.Report distances() {
    return new DistanceExperiment(keys, seed).run();
  }
}
