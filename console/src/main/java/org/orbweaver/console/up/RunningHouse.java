package org.orbweaver.console.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Closeables;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.up.CensusWork;
import org.orbweaver.app.up.IndexWork;
import org.orbweaver.app.up.Jobs;
import org.orbweaver.app.up.Work;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.console.ConsoleServer;
import org.orbweaver.console.Section;
import org.orbweaver.console.index.IndexSection;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.Bootstrap;

/** Everything that runs beside a peer, and the console from which it is seen. */
public final class RunningHouse implements AutoCloseable {
  private static final int USUAL_PORT = 8470;
  private static final int ANY_PORT = 0;

  private final Closeables opened;
  private final @Nullable String address;

  private RunningHouse(Closeables opened, @Nullable String address) {
    this.opened = opened;
    this.address = address;
  }

  /**
   * Starts what is wanted.
   *
   * @param say told, in sentences, what a person should know
   */
  public static RunningHouse start(
      House.Peer peer, HouseSettings settings, StopSignal stop, Consumer<String> say)
      throws IOException {
    try (Closeables opening = new Closeables()) {
      Jobs jobs = new Jobs(InstantSource.system());
      IndexSection torrents =
          settings.index() ? torrents(opening, jobs, settings.data(), settings.dht()) : null;
      Duration every = settings.census();
      if (every != null) {
        jobs.run("census", () -> census(settings.data(), every, settings.dht(), stop));
      }
      String address = null;
      if (settings.hasConsole()) {
        ConsoleServer console = console(peer, settings, jobs, torrents, say);
        opening.add(console, console::close);
        address = console.address();
        say.accept("console at " + address);
      }
      opening.add(jobs, jobs::close);
      return new RunningHouse(opening.release(), address);
    }
  }

  private static ConsoleServer console(
      House.Peer peer,
      HouseSettings settings,
      Jobs jobs,
      @Nullable IndexSection torrents,
      Consumer<String> say)
      throws IOException {
    AtomicReference<@Nullable String> archive = new AtomicReference<>();
    jobs.run("archive", () -> ArchiveWork.start(settings.data(), archive, say));
    List<Section> sections = new ArrayList<>();
    sections.add(
        new UpSection(
            new House(
                peer,
                settings.data(),
                jobs::states,
                () -> Optional.ofNullable(archive.get()),
                settings.index(),
                settings.data().resolve("snapshots"),
                settings.shown(),
                () -> torrents == null ? "" : torrents.figures(),
                InstantSource.system())));
    if (torrents != null) {
      sections.add(torrents);
    }
    return console(settings, sections, say);
  }

  /** Where the console is; null without one. */
  public @Nullable String address() {
    return address;
  }

  private static ConsoleServer console(
      HouseSettings settings, List<Section> sections, Consumer<String> say) throws IOException {
    Optional<String> key =
        ConsoleKey.isNeeded(settings.consoleHost())
            ? Optional.of(ConsoleKey.in(settings.data().resolve("console.key"), say))
            : Optional.empty();
    Integer port = settings.consolePort();
    if (port != null) {
      return new ConsoleServer(settings.consoleHost(), port, key, sections);
    }
    try {
      return new ConsoleServer(settings.consoleHost(), USUAL_PORT, key, sections);
    } catch (IllegalStateException e) {
      return new ConsoleServer(
          settings.consoleHost(), ANY_PORT, key, sections); // of another peer here
    }
  }

  private static IndexSection torrents(
      Closeables opening, Jobs jobs, Path data, HouseSettings.Dht dht) throws IOException {
    Classifier classifier = RuleClassifier.builtIn();
    TorrentStore store =
        TorrentStores.open(
            data.resolve("torrents.db").toString(), classifier, StoreSettings.DEFAULT);
    opening.add(store, store::close);
    AtomicReference<@Nullable IndexWork> work = new AtomicReference<>();
    jobs.run(
        "index",
        () -> {
          IndexWork started = IndexWork.start(dht.place(List.of("0.0.0.0:6881")), store);
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

  private static CensusWork census(
      Path data, Duration every, HouseSettings.Dht dht, StopSignal stop) throws IOException {
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

  @Override
  public void close() throws IOException {
    opened.close();
  }
}
