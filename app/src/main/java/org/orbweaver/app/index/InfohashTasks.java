package org.orbweaver.app.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.disk.PieceDisk;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.exchange.TorrentLine;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.indexer.torrent.MagnetLink;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import tools.jackson.databind.json.JsonMapper;

/**
 * Infohashes: a torrent's metadata is looked up in Mainline and fetched into the peer's index; its
 * name and size become the task's result, for all to know, and a line with all its files goes to r
 * disks. The key is the infohash itself.
 */
public final class InfohashTasks implements TaskKind {
  private static final String PREFIX = "magnet:?xt=urn:btih:";

  @Override
  public List<String> schemes() {
    return List.of("magnet");
  }

  @Override
  public String form() {
    return PREFIX + '…';
  }

  @Override
  public String canonical(String uri) {
    try {
      return PREFIX + MagnetLink.parse(uri).keys().getFirst();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + uri + "' is no magnet link: " + e.getMessage(), e);
    }
  }

  @Override
  public Key key(String canonical) {
    return Key.parse(canonical.substring(PREFIX.length()));
  }

  @Override
  public Work open(PeerTools tools) throws IOException {
    return Lookups.open(tools);
  }

  /** The infohash that a task is about; null if it is about something else. */
  public static @Nullable Key infohash(String uri) {
    return uri.matches("magnet:\\?xt=urn:btih:[0-9a-f]{40}")
        ? Key.parse(uri.substring(PREFIX.length()))
        : null;
  }

  /** What the swarm remembers of a torrent; without a name if nobody had it. */
  private record Found(String infohash, @Nullable String name, long size, int files) {}

  private static final class Lookups implements Work {
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    private final TorrentStore store;
    private final GivenHashes wanted;
    private final RunningIndexer indexer;
    private final Duration patience;
    private final PieceDisk results;

    private Lookups(
        TorrentStore store,
        GivenHashes wanted,
        RunningIndexer indexer,
        Duration patience,
        PieceDisk results) {
      this.store = store;
      this.wanted = wanted;
      this.indexer = indexer;
      this.patience = patience;
      this.results = results;
    }

    static Lookups open(PeerTools tools) throws IOException {
      DhtSetup setup = tools.wishes().dht().setup();
      TorrentStore store =
          TorrentStores.open(
              tools.data().resolve("torrents.db").toString(),
              RuleClassifier.builtIn(),
              StoreSettings.DEFAULT);
      try {
        GivenHashes wanted = new GivenHashes(store, List.of());
        OutgoingRoute route = OutgoingRoute.DIRECT;
        RunningIndexer indexer =
            RunningIndexer.start(
                setup,
                wanted,
                new RunningIndexer.Options(
                    FetchOptions.DEFAULT,
                    setup.ours() ? route.allowingAnyAddress() : route,
                    RunningIndexer.Options.NO_CALLS,
                    false,
                    FetchOptions.DEFAULT.torrents() / 2,
                    RunningIndexer.Options.USUAL_PACKETS));
        return new Lookups(
            store, wanted, indexer, tools.wishes().dht().patience(), tools.results());
      } catch (IOException | RuntimeException e) {
        store.close();
        throw e;
      }
    }

    @Override
    public Runner.Outcome run(Task task, CrawlPlan plan) throws InterruptedException {
      Key hash = MagnetLink.parse(task.uri()).keys().getFirst();
      if (store.torrent(hash).isEmpty()) {
        fetch(hash);
      }
      Optional<TorrentListing> listing = store.torrent(hash);
      Found found =
          listing
              .map(
                  it ->
                      new Found(
                          hash.toString(),
                          it.entry().name(),
                          it.entry().size(),
                          it.entry().files().size()))
              .orElse(new Found(hash.toString(), null, 0, 0));
      return new Runner.Outcome(
          JsonMapper.shared().writeValueAsString(found).getBytes(StandardCharsets.UTF_8),
          List.of(),
          listing.map(it -> results.keep(task.id().key(), line(it))).orElse(List.of()));
    }

    /** As it goes to r disks: what an export of the index has of it. */
    private static byte[] line(TorrentListing listing) {
      return TorrentLine.write(listing).getBytes(StandardCharsets.UTF_8);
    }

    private void fetch(Key hash) throws InterruptedException {
      wanted.add(hash);
      long deadline = System.nanoTime() + patience.toNanos();
      while (wanted.isOpen(hash) && System.nanoTime() < deadline) {
        indexer.want(List.of());
        Thread.sleep(LOOK_EVERY);
      }
    }

    @Override
    public void close() throws IOException {
      try (store) {
        indexer.close();
      }
    }
  }
}
