package org.orbweaver.cli.index;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.index.IndexSentence;
import org.orbweaver.app.index.LocalAddresses;
import org.orbweaver.app.index.RunningIndexer;
import org.orbweaver.console.ConsoleServer;
import org.orbweaver.console.index.IndexSection;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.peer.SocksProxy;
import org.orbweaver.indexer.pipeline.PipelineMetrics;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.shell.DhtOptions;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.PortNumber;
import org.orbweaver.shell.PositiveNumber;
import org.orbweaver.shell.ReadOption;
import org.orbweaver.udp.MonotonicClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb index run}: the indexer, until it is stopped. */
@Command(
    name = "run",
    description = "Index the torrents of the DHT until Ctrl-C; resumes where it was stopped.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Open the printed address in a browser to search and to watch.",
      "",
      "Examples:",
      "  orb index run",
      "  orb index run --bind wg0 --connections 100 --quota-gb 20",
      "  orb index run --store 'jdbc:postgresql://db/torrents?user=orb' --socks5"
          + " socks5://127.0.0.1:1080"
    })
final class IndexRunCommand implements Callable<Integer> {
  private static final Duration UPKEEP = Duration.ofMinutes(1);

  @Mixin private Output output;
  @Mixin private DhtOptions dht;

  @Mixin private StoreOptions store;
  @Mixin private KeepingOptions keeping;
  @Mixin private PaceOptions pace;

  @Option(
      names = "--connections",
      defaultValue = "200",
      converter = PositiveNumber.class,
      description =
          "Connections open at a time; home routers fail with thousands (${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--bind",
      paramLabel = "INTERFACE|IP",
      converter = LocalName.class,
      description = "The only interface to send and receive on, such as a VPN's wg0.")
  private LocalAddresses bind = LocalAddresses.ANY;

  @Option(
      names = "--socks5",
      paramLabel = "socks5://[USER:PASSWORD@]HOST:PORT",
      converter = ProxyAddress.class,
      description = "Dial peers through a proxy; peers cannot call us then.")
  private @Nullable SocksProxy proxy;

  @Option(
      names = "--tcp-port",
      paramLabel = "PORT",
      converter = PortNumber.class,
      description = {
        "Where peers can call us, at the addresses of --listen or --bind; 0 for any, -1 for never.",
        "Default: the port of the first home."
      })
  private @Nullable Integer tcpPort;

  @Option(
      names = "--sweep",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Ask nodes what they store (BEP 51); on by default.")
  private boolean sweep;

  @Option(
      names = "--console",
      paramLabel = "PORT",
      defaultValue = "8466",
      converter = PortNumber.class,
      description = "Port of the search page on 127.0.0.1; -1 for none (${DEFAULT-VALUE}).")
  private int consolePort;

  @Option(
      names = "--report",
      paramLabel = "SECONDS",
      defaultValue = "10",
      converter = PositiveNumber.class,
      description = "How often to tell how it goes (${DEFAULT-VALUE}).")
  private int reportSeconds;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexRunCommand() {}

  /** Reads the name of an interface, or an address. */
  static final class LocalName extends ReadOption<LocalAddresses> {
    LocalName() {
      super(LocalAddresses::of);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    DhtSetup place = dht.place(bind.homes());
    Classifier classifier = store.classifier();
    // The signal is closed last: once it is, the process may end, printed or not.
    try (StopSignal stop = new StopSignal()) {
      RunningIndexer.Report last;
      try (TorrentStore torrents = store.open(classifier, keeping);
          RunningIndexer indexer = RunningIndexer.start(place, torrents, options(place))) {
        try (ConsoleServer _ = consolePort < 0 ? null : serve(torrents, classifier, indexer)) {
          output.err().println("orb: indexing; Ctrl-C stops");
          runUntil(stop, torrents, indexer);
        }
        last = indexer.report();
      }
      output.print(last);
    }
    return 0;
  }

  private ConsoleServer serve(
      TorrentStore torrents, Classifier classifier, RunningIndexer indexer) {
    ConsoleServer console =
        new ConsoleServer(
            "127.0.0.1",
            consolePort,
            Optional.empty(),
            List.of(
                new IndexSection(
                    torrents,
                    classifier,
                    () -> Optional.of(indexer.report()),
                    hash -> Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Clock.systemUTC())));
    output.err().println("orb: search and watch at " + console.address());
    return console;
  }

  private void runUntil(StopSignal stop, TorrentStore torrents, RunningIndexer indexer)
      throws IOException, InterruptedException {
    long upkeepAt = System.nanoTime();
    long before = 0;
    while (!stop.await(reportSeconds)) {
      PipelineMetrics now;
      int contacts;
      try {
        now = indexer.metrics();
        contacts = indexer.contacts();
      } catch (IllegalStateException e) {
        if (!indexer.isAlive()) {
          throw e;
        }
        // A machine that is busy with other things is no reason to end a run.
        output.err().println("orb: the indexer is too busy to say how it goes");
        continue;
      }
      output.err().println(IndexSentence.of(now, now.store().torrents() - before, reportSeconds));
      if (contacts == 0) {
        output
            .err()
            .println(
                "orb: no node of the DHT has answered yet; check the network, or name reachable"
                    + " nodes with --bootstrap");
      }
      before = now.store().torrents();
      if (System.nanoTime() - upkeepAt > UPKEEP.toNanos()) {
        torrents.tidy(MonotonicClock.now());
        indexer.save();
        upkeepAt = System.nanoTime();
      }
    }
  }

  private RunningIndexer.Options options(DhtSetup place) {
    OutgoingRoute route = OutgoingRoute.DIRECT;
    if (!bind.addresses().isEmpty()) {
      route = route.from(bind.addresses());
    }
    if (proxy != null) {
      route = route.through(proxy);
    }
    if (place.ours()) {
      route = route.allowingAnyAddress();
    }
    int home = place.homes().getFirst().port();
    int port = tcpPort == null ? home : tcpPort;
    return new RunningIndexer.Options(
        FetchOptions.DEFAULT.withConnections(2 * connections, connections),
        route,
        port < 0 || proxy != null ? RunningIndexer.Options.NO_CALLS : port,
        sweep,
        connections,
        pace.packetsPerSecond());
  }
}
