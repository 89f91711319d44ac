package org.orbweaver.cli.swarm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Closeables;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.index.RunningIndexer;
import org.orbweaver.app.up.CensusWork;
import org.orbweaver.app.up.IndexWork;
import org.orbweaver.app.up.Jobs;
import org.orbweaver.app.up.Work;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.cli.dht.DhtOptions;
import org.orbweaver.console.ConsoleServer;
import org.orbweaver.console.Section;
import org.orbweaver.console.index.IndexSection;
import org.orbweaver.console.up.ArchiveWork;
import org.orbweaver.console.up.ConsoleKey;
import org.orbweaver.console.up.House;
import org.orbweaver.console.up.UpSection;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.shell.Durations;
import org.orbweaver.shell.PortNumber;
import picocli.CommandLine.Option;

/** What {@code orb up} runs beside its peer, and the console from which all of it is seen. */
final class HouseOptions {
  private static final int CONNECTIONS = 200;
  private static final int USUAL_PORT = 8470;
  private static final int ANY_PORT = 0;

  @Option(
      names = "--index",
      description = "Index the torrents of the DHT, too; the console's Torrents searches them.")
  private boolean index;

  @Option(
      names = "--census",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "Take a census of the DHT this often, such as 1d; never by default.")
  private @Nullable Duration census;

  @Option(
      names = "--console",
      paramLabel = "PORT",
      converter = PortNumber.class,
      description = {
        "Port of the console; 0 for any free one, -1 for none; 8470, or any if that is taken, by",
        "default."
      })
  private @Nullable Integer consolePort;

  @Option(
      names = "--console-host",
      paramLabel = "IP",
      defaultValue = "127.0.0.1",
      description = {
        "Where the console listens. Beyond 127.0.0.1 it wants its key, which is made on the first",
        "start and lies in console.key of the data directory."
      })
  private String consoleHost;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  HouseOptions() {}

  /** Starts what is wanted; closing the result ends it. */
  Closeables start(
      House.Peer peer, Path data, DhtOptions dht, StopSignal stop, Consumer<String> say)
      throws IOException {
    try (Closeables opening = new Closeables()) {
      Jobs jobs = new Jobs(InstantSource.system());
      List<Section> sections = new ArrayList<>();
      AtomicReference<@Nullable String> archive = new AtomicReference<>();
      IndexSection torrents = index ? torrents(opening, jobs, data, dht) : null;
      Duration every = census;
      if (every != null) {
        jobs.run("census", () -> census(data, every, dht, stop));
      }
      if (consolePort == null || consolePort >= 0) {
        jobs.run("archive", () -> ArchiveWork.start(data, archive, say));
        House house =
            new House(
                peer,
                data,
                jobs::states,
                () -> Optional.ofNullable(archive.get()),
                index,
                data.resolve("snapshots"),
                settings(data),
                () -> torrents == null ? "" : torrents.figures(),
                InstantSource.system());
        sections.add(new UpSection(house));
        if (torrents != null) {
          sections.add(torrents);
        }
        ConsoleServer console = console(data, sections, say);
        opening.add(console, console::close);
        say.accept("console at " + console.address());
      }
      opening.add(jobs, jobs::close);
      return opening.release();
    }
  }

  private ConsoleServer console(Path data, List<Section> sections, Consumer<String> say)
      throws IOException {
    Optional<String> key =
        ConsoleKey.isNeeded(consoleHost)
            ? Optional.of(ConsoleKey.in(data.resolve("console.key"), say))
            : Optional.empty();
    if (consolePort != null) {
      return new ConsoleServer(consoleHost, consolePort, key, sections);
    }
    try {
      return new ConsoleServer(consoleHost, USUAL_PORT, key, sections);
    } catch (IllegalStateException e) {
      return new ConsoleServer(consoleHost, ANY_PORT, key, sections); // of another peer here
    }
  }

  private static IndexSection torrents(Closeables opening, Jobs jobs, Path data, DhtOptions dht)
      throws IOException {
    Classifier classifier = RuleClassifier.builtIn();
    TorrentStore store =
        TorrentStores.open(
            data.resolve("torrents.db").toString(), classifier, StoreSettings.DEFAULT);
    opening.add(store, store::close);
    AtomicReference<@Nullable IndexWork> work = new AtomicReference<>();
    jobs.run(
        "index",
        () -> {
          DhtSetup place = dht.place(List.of("0.0.0.0:6881"));
          OutgoingRoute route = OutgoingRoute.DIRECT;
          IndexWork started =
              IndexWork.start(
                  place,
                  store,
                  new RunningIndexer.Options(
                      FetchOptions.DEFAULT.withConnections(2 * CONNECTIONS, CONNECTIONS),
                      place.ours() ? route.allowingAnyAddress() : route,
                      place.homes().getFirst().port(),
                      true,
                      CONNECTIONS,
                      RunningIndexer.Options.USUAL_PACKETS));
          work.set(started);
          return started;
        });
    return new IndexSection(
        store,
        classifier,
        () -> Optional.ofNullable(work.get()).filter(Work::isAlive).map(w -> w.indexer().report()),
        hash -> Optional.empty(),
        List.of(),
        Optional.empty(),
        Clock.systemUTC(),
        "/torrents");
  }

  private static CensusWork census(Path data, Duration every, DhtOptions dht, StopSignal stop)
      throws IOException {
    DhtSetup place = dht.place(List.of("0.0.0.0:0"));
    List<Endpoint> homes = place.homes().stream().map(home -> home.withPort(ANY_PORT)).toList();
    return CensusWork.start(
        Files.createDirectories(data.resolve("snapshots")),
        every,
        () -> gates(dht.place(List.of("0.0.0.0:0")).bootstrap()),
        CensusSettings.PUBLIC.inNetworkOfOurOwn(place.ours()),
        homes,
        stop);
  }

  private static List<Endpoint> gates(Bootstrap bootstrap) {
    List<Endpoint> gates = new ArrayList<>(bootstrap.nodes());
    gates.addAll(bootstrap.routers());
    return gates.stream().filter(Endpoint::isIpv4).toList();
  }

  private List<House.Setting> settings(Path data) {
    return List.of(
        new House.Setting("--data", data.toString(), "where everything lies"),
        new House.Setting(
            "--console",
            consolePort == null ? "by itself" : consolePort.toString(),
            "port of this console"),
        new House.Setting("--console-host", consoleHost, "where it listens"),
        new House.Setting("--index", index ? "on" : "off", "index the torrents of the DHT"),
        new House.Setting(
            "--census",
            census == null ? "never" : census.toString().substring(2).toLowerCase(Locale.ROOT),
            "how often a census of the DHT is taken"));
  }
}
