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
import org.orbweaver.app.Sentence;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.up.CensusWork;
import org.orbweaver.app.up.EventLog;
import org.orbweaver.app.up.HangUp;
import org.orbweaver.app.up.HouseChoices;
import org.orbweaver.app.up.HouseWatch;
import org.orbweaver.app.up.IndexWork;
import org.orbweaver.app.up.Jobs;
import org.orbweaver.app.up.SnapshotReading;
import org.orbweaver.app.up.SweepView;
import org.orbweaver.app.up.Work;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.places.Networks;
import org.orbweaver.census.places.PlaceTable;
import org.orbweaver.census.report.CensusReport;
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
public final class RunningHouse implements AutoCloseable, House.Desk {
  private static final int ANY_PORT = 0;
  private static final String INDEX = "index";
  private static final String CENSUS = "census";

  /** The answer to a request should be on its way before the console starts anew. */
  private static final Duration ANSWER_FIRST = Duration.ofMillis(300);

  private final House.Peer peer;
  private final HouseSettings settings;
  private final StopSignal stop;
  private final Consumer<String> say;
  private final EventLog events;
  private final Jobs jobs = new Jobs(InstantSource.system());
  private final HouseWatch watch;
  private final FormToken token = new FormToken();
  private final AtomicReference<House.@Nullable ArchiveView> archive = new AtomicReference<>();
  private final AtomicReference<@Nullable SnapshotReading> snapshots = new AtomicReference<>();
  private final AtomicReference<@Nullable CensusWork> censusWork = new AtomicReference<>();
  private volatile HouseChoices choices = HouseChoices.NONE;

  /** What was chosen last; it runs a moment later. */
  private volatile HouseChoices wanted = HouseChoices.NONE;

  private volatile boolean leaving;
  private @Nullable TorrentStore torrents;
  private @Nullable IndexSection index;
  private volatile @Nullable ConsoleServer console;

  private RunningHouse(
      House.Peer peer,
      HouseSettings settings,
      StopSignal stop,
      Consumer<String> say,
      Consumer<EventLog.Event> log) {
    this.peer = peer;
    this.settings = settings;
    this.stop = stop;
    this.say = say;
    this.events = new EventLog(InstantSource.system(), log);
    this.watch =
        new HouseWatch(
            new HouseWatch.Sights(
                peer::status, peer::standings, jobs::states, InstantSource.system()),
            events);
  }

  /**
   * Starts what is wanted.
   *
   * @param say told, in sentences, what a person should know
   * @param log told of every event
   */
  public static RunningHouse start(
      House.Peer peer,
      HouseSettings settings,
      StopSignal stop,
      Consumer<String> say,
      Consumer<EventLog.Event> log)
      throws IOException {
    RunningHouse house = new RunningHouse(peer, settings, stop, say, log);
    try (Closeables opening = new Closeables()) {
      opening.add(house, house::close);
      house.begin();
      HangUp.then(house::reload);
      opening.release();
      return house;
    }
  }

  private void begin() throws IOException {
    wanted = settings.choices();
    run(wanted);
    if (settings.hasConsole()) {
      Optional<String> key = key();
      jobs.run(
          "archive",
          () -> ArchiveWork.start(settings, key.orElse(null), peer, archive, this::warn));
      jobs.run("snapshots", this::readSnapshots);
      open(settings.door().port());
      say.accept("console at " + address());
    }
  }

  private void warn(String sentence) {
    events.note(EventLog.Level.WARN, "archive", sentence);
  }

  private Work readSnapshots() {
    SnapshotReading reading =
        SnapshotReading.start(
            folder(), new PlaceTable(settings.places(), Networks.open(List.of())), "orbweaver");
    snapshots.set(reading);
    return reading;
  }

  private Path folder() {
    return settings.data().resolve("snapshots");
  }

  /** Starts what is chosen and does not run, ends what runs and is not chosen. */
  private synchronized void run(HouseChoices chosen) throws IOException {
    HouseChoices before = choices;
    Duration every = chosen.census();
    if (every == null || !every.equals(before.census())) {
      jobs.end(CENSUS);
    }
    if (every != null && !every.equals(before.census())) {
      jobs.run(CENSUS, () -> census(every));
    }
    if (before.index() && !chosen.index()) {
      jobs.end(INDEX);
      closeTorrents();
    }
    if (chosen.index() && !before.index()) {
      openTorrents();
    }
    choices = chosen;
  }

  private void closeTorrents() {
    TorrentStore store = torrents;
    index = null;
    torrents = null;
    if (store != null) {
      store.close();
    }
  }

  private void openTorrents() throws IOException {
    Classifier classifier = RuleClassifier.builtIn();
    TorrentStore store =
        TorrentStores.open(
            settings.data().resolve("torrents.db").toString(), classifier, StoreSettings.DEFAULT);
    torrents = store;
    AtomicReference<@Nullable IndexWork> work = new AtomicReference<>();
    jobs.run(
        INDEX,
        () -> {
          IndexWork started = IndexWork.start(settings.dht().place(List.of("0.0.0.0:6881")), store);
          work.set(started);
          return started;
        });
    index =
        new IndexSection(
            store,
            classifier,
            () ->
                Optional.ofNullable(work.get())
                    .filter(IndexWork::isAlive)
                    .map(w -> w.indexer().report()),
            hash -> Optional.empty(),
            List.of(),
            Optional.empty(),
            Clock.systemUTC(),
            new IndexSection.Frame(
                ConsolePage.Place.TORRENTS.path(), context -> ConsolePage.around(context)));
  }

  private CensusWork census(Duration every) throws IOException {
    DhtSetup place = settings.dht().place(List.of("0.0.0.0:0"));
    List<Endpoint> homes = place.homes().stream().map(home -> home.withPort(ANY_PORT)).toList();
    CensusWork work =
        CensusWork.start(
            Files.createDirectories(folder()),
            every,
            () -> gates(settings.dht().place(List.of("0.0.0.0:0")).bootstrap()),
            CensusSettings.PUBLIC.inNetworkOfOurOwn(place.ours()),
            homes,
            stop);
    censusWork.set(work);
    return work;
  }

  private static List<Endpoint> gates(Bootstrap bootstrap) {
    List<Endpoint> gates = new ArrayList<>(bootstrap.nodes());
    gates.addAll(bootstrap.routers());
    return gates.stream().filter(Endpoint::isIpv4).toList();
  }

  private synchronized void open(@Nullable Integer port) throws IOException {
    IndexSection shown = index;
    List<Section> sections = new ArrayList<>();
    sections.add(new UpSection(house(shown), token));
    if (shown != null) {
      sections.add(shown);
    }
    String host = settings.door().host();
    Optional<String> key = key();
    if (port != null) {
      console = new ConsoleServer(host, port, key, sections);
      return;
    }
    try {
      console = new ConsoleServer(host, settings.door().wanted(), key, sections);
    } catch (IllegalStateException e) {
      // The usual port is another peer's here.
      console = new ConsoleServer(host, ANY_PORT, key, sections);
    }
  }

  private Optional<String> key() throws IOException {
    boolean needed = settings.door().locked() || ConsoleKey.isNeeded(settings.door().host());
    return needed
        ? Optional.of(ConsoleKey.in(settings.data().resolve("console.key"), say))
        : Optional.empty();
  }

  private House house(@Nullable IndexSection shown) {
    return new House(
        peer,
        settings.data(),
        jobs::states,
        () -> Optional.ofNullable(archive.get()),
        Optional.ofNullable(shown),
        this::census,
        this::sweep,
        this,
        watch,
        events,
        () -> shown == null ? "" : shown.figures(),
        InstantSource.system());
  }

  private @Nullable CensusReport census() {
    SnapshotReading reading = snapshots.get();
    return reading == null ? null : reading.report();
  }

  private @Nullable SweepView sweep() {
    CensusWork taking = censusWork.get();
    return taking == null ? null : taking.sweep();
  }

  /** Where the console is; null without one. */
  public synchronized @Nullable String address() {
    return console == null ? null : console.address();
  }

  /** Nodes in the latest census; 0 before the first. */
  public long counted() {
    CensusReport report = census();
    return report == null ? 0 : report.taken().nodes();
  }

  /** Torrents found so far. */
  public synchronized long torrents() {
    return torrents == null ? 0 : torrents.stats(System.currentTimeMillis() * 1_000_000).torrents();
  }

  @Override
  public List<House.Setting> fixed() {
    ConsoleServer now = console;
    return settings.fixed(now == null ? settings.door().wanted() : now.port());
  }

  @Override
  public HouseChoices choices() {
    return choices;
  }

  @Override
  public void choose(HouseChoices chosen) throws IOException {
    chosen.write(HouseSettings.choicesIn(settings.data()));
    take(chosen);
  }

  /** Reads the kept choices again, for whoever has written them by hand. */
  private void reload() {
    try {
      HouseChoices kept = HouseChoices.read(HouseSettings.choicesIn(settings.data()));
      peer.readRulesAgain();
      events.note(EventLog.Level.INFO, "settings", "read again");
      if (kept != null) {
        take(kept);
      }
    } catch (IOException | RuntimeException e) {
      events.note(EventLog.Level.ERROR, "settings", Sentence.of(e));
    }
  }

  /** The console's pages depend on what runs: with other sections it starts anew, where it was. */
  private void take(HouseChoices chosen) {
    if (chosen.equals(wanted) && chosen.equals(choices)) {
      return;
    }
    wanted = chosen;
    events.note(EventLog.Level.INFO, "settings", "changed to " + chosen);
    Thread.ofVirtual()
        .name("settings")
        .start(
            () -> {
              try {
                Thread.sleep(ANSWER_FIRST);
                change();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (IOException | RuntimeException e) {
                events.note(EventLog.Level.ERROR, "settings", Sentence.of(e));
              }
            });
  }

  /** Who chooses twice within a moment gets what was chosen last. */
  private synchronized void change() throws IOException {
    HouseChoices chosen = wanted;
    boolean otherSections = chosen.index() != choices.index();
    ConsoleServer before = console;
    if (otherSections && before != null) {
      before.close();
    }
    try {
      run(chosen);
    } finally {
      // Whatever could not be started: the console is where one reads why.
      if (otherSections && before != null) {
        open(before.port());
      }
    }
  }

  /** From now on the console says that this program takes no new work. */
  public void leave() {
    leaving = true;
  }

  @Override
  public boolean isLeaving() {
    return leaving;
  }

  @Override
  public synchronized void close() {
    watch.close();
    if (console != null) {
      console.close();
    }
    jobs.close();
    closeTorrents();
  }
}
