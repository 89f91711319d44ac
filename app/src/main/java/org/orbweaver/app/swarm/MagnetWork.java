package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.drive.ThreadedRunner;
import org.orbweaver.app.index.GivenHashes;
import org.orbweaver.app.index.RunningIndexer;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.store.Listing;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.TorrentStores;
import org.orbweaver.indexer.torrent.MagnetLink;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import tools.jackson.databind.json.JsonMapper;

/**
 * An infohash as a task: its torrent's metadata is looked up in Mainline and fetched into this
 * peer's index; its name and size become the task's result, for all to know.
 */
public final class MagnetWork implements ThreadedRunner.Work, AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /** What the swarm remembers of a torrent; without a name if nobody had it. */
  private record Found(String infohash, @Nullable String name, long size, int files) {}

  private final TorrentStore store;
  private final GivenHashes wanted;
  private final RunningIndexer indexer;
  private final Duration patience;

  /**
   * @param patience how long one torrent's peers are looked for
   */
  public MagnetWork(Path file, DhtSetup place, Duration patience) throws IOException {
    this.patience = patience;
    store = TorrentStores.open(file.toString(), RuleClassifier.builtIn(), StoreSettings.DEFAULT);
    wanted = new GivenHashes(store, List.of());
    OutgoingRoute route = OutgoingRoute.DIRECT;
    indexer =
        RunningIndexer.start(
            place,
            wanted,
            new RunningIndexer.Options(
                FetchOptions.DEFAULT,
                place.ours() ? route.allowingAnyAddress() : route,
                RunningIndexer.Options.NO_CALLS,
                false,
                FetchOptions.DEFAULT.torrents() / 2,
                RunningIndexer.Options.USUAL_PACKETS));
  }

  @Override
  public Runner.Outcome run(Task task) throws InterruptedException {
    Key hash = MagnetLink.parse(task.uri()).keys().getFirst();
    if (store.torrent(hash).isEmpty()) {
      fetch(hash);
    }
    Optional<Listing> listing = store.torrent(hash);
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
        JsonMapper.shared().writeValueAsString(found).getBytes(StandardCharsets.UTF_8), List.of());
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
    indexer.close();
    store.close();
  }
}
