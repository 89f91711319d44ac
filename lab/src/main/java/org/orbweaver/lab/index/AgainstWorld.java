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
import org.jspecify.annotations.Nullable;
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
   * @param publicAddresses whether world and indexer meet at public addresses, in a namespace, so
   *     that the indexer keeps the settings of the public network
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
      boolean publicAddresses,
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
   * @param tellable fetchable and hidden torrents that some node tells in its sample (BEP 51); all
   *     others can only be overheard
   * @param tellableShare of those, obtained
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
      int tellable,
      double tellableShare,
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

  /** So many reports, one a second, without a new torrent are the end. */
  private static final int QUIET = 25;

  private static final int FIRST_PORT = 7000;
  private static final int UP_SECONDS = 60;
  private static final int PAGE = 1_000;
  private static final int MINUTE = 60;
  private static final Pattern BOOTSTRAP = Pattern.compile("\\s+([\\d.]+:\\d+)");

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
        PublicNamespace inside = options.publicAddresses ? new PublicNamespace() : null;
        OrbProcess world =
            OrbProcess.start(
                entrance(inside),
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
      return run(port, gate[0], store, folder, world, entrance(inside));
    }
  }

  private static List<String> entrance(@Nullable PublicNamespace namespace) {
    return namespace == null ? List.of() : namespace.entrance();
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
                Integer.toString(port),
                "--listen",
                options.publicAddresses ? "namespace" : "loopback"));
    if (options.faults) {
      words.add("--faults");
    }
    return words;
  }

  private Report run(
      int port,
      String gate,
      String store,
      TemporaryFolder folder,
      OrbProcess world,
      List<String> entrance)
      throws IOException, InterruptedException {
    long began = System.currentTimeMillis();
    List<IndexerNews> told = new ArrayList<>();
    List<OrbProcess> indexers = new ArrayList<>();
    double processor = 0;
    List<JsonNode> reports = new ArrayList<>();
    try {
      for (int i = 0; i < options.indexers; i++) {
        IndexerNews news = new IndexerNews();
        told.add(news);
        List<String> words = indexWords(i, gate, store, folder.file(i + ".state"));
        indexers.add(OrbProcess.start(entrance, news::hear, words));
      }
      try (AutoCloseable _ = strangers()) {
        awaitQuiet(told, indexers);
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

  private String address(int indexer) {
    return (options.publicAddresses ? "93.77.0." : "127.0.0.") + (9 + indexer);
  }

  /** Nothing but where: all else is what a user gets. */
  private List<String> indexWords(int indexer, String gate, String store, String state) {
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
        "--state",
        state,
        "--console",
        "0",
        "--report",
        "1");
  }

  /** An indexer that is too busy to report has not come to its end. */
  private void awaitQuiet(List<IndexerNews> told, List<OrbProcess> indexers)
      throws InterruptedException {
    long began = System.nanoTime();
    long end = began + Duration.ofSeconds(options.seconds).toNanos();
    while (System.nanoTime() < end
        && indexers.stream().allMatch(OrbProcess::isRunning)
        && told.stream().anyMatch(one -> one.withoutNew() < QUIET)) {
      Thread.sleep(1_000);
      progress.at(
          (System.nanoTime() - began) / (options.seconds * 1e9),
          "%,d torrents of %,d"
              .formatted(told.stream().mapToLong(IndexerNews::torrents).sum(), options.torrents));
    }
  }

  private Report report(
      int port,
      String address,
      long began,
      double processor,
      List<JsonNode> reports,
      JsonNode seen) {
    AddressSpace space =
        options.publicAddresses ? AddressSpace.namespace(port) : AddressSpace.loopback(port);
    WorldTruth truth =
        new WorldTruth(
            WorldOptions.of(options.nodes, options.seed)
                .withPopulation(population -> population.at(space))
                .withContent(ContentOptions.of(options.torrents))
                .withFaults(options.faults ? Faults.ALL : Faults.NONE));
    List<Double> all = new ArrayList<>();
    List<Double> fetched = new ArrayList<>();
    int called = 0;
    int tellable = 0;
    int wrong = 0;
    try (TorrentStore store =
        TorrentStores.open(address, RuleClassifier.builtIn(), StoreSettings.DEFAULT)) {
      List<TorrentListing> page = store.after(0, PAGE);
      while (!page.isEmpty()) {
        for (TorrentListing listing : page) {
          double at = listing.addedAt() / 1e9 - began / 1e3;
          all.add(at);
          int torrent = truth.find(listing);
          if (torrent == Catalogue.NONE) {
            wrong++;
            continue;
          }
          tellable += truth.isTellable(torrent) ? 1 : 0;
          switch (truth.way(torrent)) {
            case FETCHABLE -> fetched.add(at);
            case HIDDEN -> called++;
            case OTHER -> {}
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
        truth.fetchable(),
        (double) fetched.size() / Math.max(1, truth.fetchable()),
        truth.hidden(),
        (double) called / Math.max(1, truth.hidden()),
        truth.tellable(),
        (double) tellable / Math.max(1, truth.tellable()),
        all.size(),
        timeOf(fetched, 0.95 * truth.fetchable()),
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
