package org.orbweaver.lab.index;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.lab.search.ThrowawayPostgres;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.World;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.FreePort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code orb index run} as a user starts it, against {@code orb lab world}, each in a process of
 * its own. The indexer is given one node to bootstrap from and nothing else; the world does not
 * know who visits it. What was obtained is read from the store afterwards and held against the
 * truth.
 */
public final class AgainstWorld {
  /**
   * What is tried.
   *
   * @param homes ports of one address
   * @param postgres whether the store is a PostgreSQL rather than a file
   * @param indexers that share the store
   * @param strangersHashes made-up hashes that strangers ask for in the first minute
   * @param seconds how long it may take; it ends sooner when nothing new comes
   */
  public record Options(
      int nodes,
      int torrents,
      long seed,
      boolean faults,
      int homes,
      boolean postgres,
      int indexers,
      int strangersHashes,
      int seconds) {}

  /**
   * What came of it.
   *
   * @param fetchable torrents of which a peer serves the metadata to whoever dials it
   * @param fetchableShare of those, obtained
   * @param hiddenShare obtained of those whose peers only dial out
   * @param secondsTo95 from the start of the process until 95 % of the fetchable were stored; -1 if
   *     they never were
   * @param secondsTo99 the same for 99 % of all that was obtained
   * @param bestPerSecond torrents stored, in the best minute
   * @param perMinute torrents stored in each minute
   * @param packetsPerTorrent UDP packets sent
   * @param cpuSecondsPer1000 of the indexer's processes, start included
   * @param samplesTooSoon nodes asked for a sample within their interval, as the world saw it
   * @param wrong torrents in the catalog that are not the world's
   */
  public record Report(
      Options options,
      int fetchable,
      double fetchableShare,
      int hidden,
      double hiddenShare,
      int stored,
      double secondsTo95,
      double secondsTo99,
      double bestPerSecond,
      List<Integer> perMinute,
      double packetsPerTorrent,
      double cpuSecondsPer1000,
      long samples,
      long samplesTooSoon,
      int wrong,
      List<JsonNode> indexers) {}

  private static final Duration QUIET = Duration.ofSeconds(25);
  private static final int FIRST_PORT = 7000;
  private static final int UP_SECONDS = 60;
  private static final int PAGE = 1_000;
  private static final int MINUTE = 60;
  private static final Pattern BOOTSTRAP = Pattern.compile("\\s+(127\\.\\S+:\\d+)");
  private static final Pattern STORED = Pattern.compile("([\\d,]+) torrents");

  private final Options options;
  private final Progress progress;

  public AgainstWorld(Options options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  public Report run() throws IOException, InterruptedException {
    int port = FreePort.next();
    AtomicLong introduced = new AtomicLong();
    String[] gate = new String[1];
    CountDownLatch up = new CountDownLatch(1);
    try (TemporaryFolder folder = new TemporaryFolder("orb-lab-against-world");
        ThrowawayPostgres postgres = options.postgres ? new ThrowawayPostgres() : null;
        OrbProcess world =
            OrbProcess.start(
                line -> {
                  Matcher named = BOOTSTRAP.matcher(line);
                  if (named.matches() && introduced.getAndIncrement() == 0) {
                    gate[0] = named.group(1);
                  }
                  if (line.contains("magnet:")) {
                    up.countDown();
                  }
                },
                worldWords(port))) {
      if (!up.await(UP_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the world did not come up within a minute");
      }
      String store =
          postgres == null ? folder.file("torrents.db") : postgres.database("against_world");
      return run(port, gate[0], store, world);
    }
  }

  private List<String> worldWords(int port) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "lab",
                "world",
                "--nodes",
                Integer.toString(options.nodes),
                "--torrents",
                Integer.toString(options.torrents),
                "--seed",
                Long.toString(options.seed),
                "--port",
                Integer.toString(port)));
    if (options.faults) {
      words.add("--faults");
    }
    return words;
  }

  private Report run(int port, String gate, String store, OrbProcess world)
      throws IOException, InterruptedException {
    long began = System.currentTimeMillis();
    AtomicLong[] stored = new AtomicLong[options.indexers];
    List<OrbProcess> indexers = new ArrayList<>();
    double processor = 0;
    List<JsonNode> reports = new ArrayList<>();
    try {
      for (int i = 0; i < options.indexers; i++) {
        AtomicLong count = new AtomicLong();
        stored[i] = count;
        indexers.add(OrbProcess.start(line -> note(line, count), indexWords(i, gate, store)));
      }
      try (AutoCloseable _ = strangers()) {
        awaitQuiet(stored, indexers);
      } catch (InterruptedException | IOException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
      for (OrbProcess indexer : indexers) {
        processor += indexer.processorTime().toNanos() / 1e9;
        reports.add(JsonMapper.shared().readTree(indexer.stop()));
      }
    } finally {
      indexers.forEach(OrbProcess::close);
    }
    JsonNode seen = JsonMapper.shared().readTree(world.stop());
    return report(port, store, began, processor, reports, seen);
  }

  private AutoCloseable strangers() throws IOException {
    return options.strangersHashes == 0
        ? () -> {}
        : new MadeUpHashes(
            new InetSocketAddress(InetAddress.ofLiteral(address(0)), FIRST_PORT),
            options.strangersHashes,
            Duration.ofMinutes(1),
            options.seed);
  }

  private static String address(int indexer) {
    return "127.0.0." + (9 + indexer);
  }

  /** Nothing but where: all else is what a user gets. */
  private List<String> indexWords(int indexer, String gate, String store) {
    String homes =
        IntStream.range(0, options.homes)
            .mapToObj(i -> address(indexer) + ":" + (FIRST_PORT + i))
            .collect(Collectors.joining(","));
    return List.of(
        "index",
        "run",
        "--listen",
        homes,
        "--bootstrap",
        gate,
        "--store",
        store,
        "--console",
        "0",
        "--report",
        "1");
  }

  private static void note(String line, AtomicLong stored) {
    Matcher found = STORED.matcher(line);
    if (found.find()) {
      stored.set(Long.parseLong(found.group(1).replace(",", "")));
    }
  }

  private void awaitQuiet(AtomicLong[] stored, List<OrbProcess> indexers)
      throws InterruptedException {
    long began = System.nanoTime();
    long end = began + Duration.ofSeconds(options.seconds).toNanos();
    long lastNew = began;
    long before = 0;
    while (System.nanoTime() < end
        && indexers.stream().allMatch(OrbProcess::isRunning)
        && (before == 0 || System.nanoTime() - lastNew < QUIET.toNanos())) {
      Thread.sleep(1_000);
      long now = Arrays.stream(stored).mapToLong(AtomicLong::get).sum();
      lastNew = now > before ? System.nanoTime() : lastNew;
      before = now;
      progress.at(
          (System.nanoTime() - began) / (options.seconds * 1e9),
          "%,d torrents of %,d".formatted(now, options.torrents));
    }
  }

  private Report report(
      int port,
      String address,
      long began,
      double processor,
      List<JsonNode> reports,
      JsonNode seen) {
    WorldOptions asWorld =
        WorldOptions.of(options.nodes, options.seed)
            .withPopulation(population -> population.at(AddressSpace.loopback(port)))
            .withContent(ContentOptions.of(options.torrents))
            .withFaults(options.faults ? Faults.ALL : Faults.NONE);
    World truth = new World(new WorldGround(asWorld), (local, to, packet, length) -> true);
    Catalogue catalogue = truth.catalogue();
    Swarms swarms = truth.ipv4().swarms();
    int fetchable = 0;
    int hidden = 0;
    for (int torrent = 0; torrent < options.torrents; torrent++) {
      boolean open = !catalogue.isPrivate(torrent);
      fetchable += open && swarms.isFetchable(torrent) ? 1 : 0;
      hidden += open && swarms.isHidden(torrent) ? 1 : 0;
    }
    List<Double> all = new ArrayList<>();
    List<Double> fetched = new ArrayList<>();
    int called = 0;
    int wrong = 0;
    try (TorrentStore store =
        TorrentStores.open(address, RuleClassifier.builtIn(), StoreSettings.DEFAULT)) {
      List<TorrentListing> page = store.after(0, PAGE);
      while (!page.isEmpty()) {
        for (TorrentListing listing : page) {
          double at = listing.addedAt() / 1e9 - began / 1e3;
          int torrent = catalogue.find(listing.entry().hash());
          boolean right =
              torrent != Catalogue.NONE
                  && listing.entry().name().startsWith(catalogue.name(torrent));
          wrong += right ? 0 : 1;
          all.add(at);
          if (right && swarms.isFetchable(torrent)) {
            fetched.add(at);
          } else if (right && swarms.isHidden(torrent)) {
            called++;
          }
        }
        page = store.after(page.getLast().id(), PAGE);
      }
    }
    all.sort(Double::compare);
    fetched.sort(Double::compare);
    long sent = reports.stream().mapToLong(each -> each.at("/udp/packetsSent").asLong()).sum();
    return new Report(
        options,
        fetchable,
        (double) fetched.size() / Math.max(1, fetchable),
        hidden,
        (double) called / Math.max(1, hidden),
        all.size(),
        timeOf(fetched, 0.95 * fetchable),
        timeOf(all, 0.99 * all.size()),
        bestPerSecond(all),
        perMinute(all),
        (double) sent / Math.max(1, all.size()),
        1000 * processor / Math.max(1, all.size()),
        seen.at("/samples").asLong(),
        seen.at("/samplesTooSoon").asLong(),
        wrong,
        reports);
  }

  private static double timeOf(List<Double> times, double wanted) {
    int index = (int) Math.ceil(wanted) - 1;
    return index >= 0 && index < times.size() ? times.get(index) : -1;
  }

  private static double bestPerSecond(List<Double> times) {
    int best = 0;
    int first = 0;
    for (int last = 0; last < times.size(); last++) {
      while (times.get(last) - times.get(first) >= MINUTE) {
        first++;
      }
      best = Math.max(best, last - first + 1);
    }
    return (double) best / MINUTE;
  }

  private static List<Integer> perMinute(List<Double> times) {
    int[] counts = new int[times.isEmpty() ? 0 : (int) (times.getLast() / MINUTE) + 1];
    times.forEach(time -> counts[Math.max(0, (int) (time / MINUTE))]++);
    return Arrays.stream(counts).boxed().toList();
  }
}
