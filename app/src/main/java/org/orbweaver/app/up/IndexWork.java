package org.orbweaver.app.up;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.index.RunningIndexer;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.udp.MonotonicClock;

/** The indexer; the store is the console's too, and stays open when the indexer breaks. */
public final class IndexWork implements Work {
  private static final int CONNECTIONS = 200;
  private static final Duration UPKEEP = Duration.ofMinutes(1);

  private final RunningIndexer indexer;
  private final Thread upkeep;
  private volatile String problem = "";

  private IndexWork(RunningIndexer indexer, TorrentStore store) {
    this.indexer = indexer;
    this.upkeep = Thread.ofVirtual().name("index-upkeep").start(() -> keepTidy(store));
  }

  /** With the settings that {@code orb index run} has by itself. */
  public static IndexWork start(DhtSetup place, TorrentStore store) throws IOException {
    OutgoingRoute route = OutgoingRoute.DIRECT;
    RunningIndexer.Options options =
        new RunningIndexer.Options(
            FetchOptions.DEFAULT.withConnections(2 * CONNECTIONS, CONNECTIONS),
            place.ours() ? route.allowingAnyAddress() : route,
            place.homes().getFirst().port(),
            true,
            CONNECTIONS,
            RunningIndexer.Options.USUAL_PACKETS);
    return new IndexWork(RunningIndexer.start(place, store, options), store);
  }

  private void keepTidy(TorrentStore store) {
    try {
      while (true) {
        Thread.sleep(UPKEEP);
        tidy(store);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tidy(TorrentStore store) {
    try {
      store.tidy(MonotonicClock.now());
      indexer.save();
      problem = "";
    } catch (IOException | RuntimeException e) {
      problem = "; upkeep failed: " + e.getMessage();
    }
  }

  public RunningIndexer indexer() {
    return indexer;
  }

  @Override
  public String sentence() {
    try {
      var metrics = indexer.metrics();
      return String.format(
          Locale.ROOT,
          "%,d torrents found since the start, %,d hashes looked up%s",
          metrics.store().torrents(),
          metrics.lookups().finished(),
          problem);
    } catch (IllegalStateException e) {
      return "too busy to say how it goes";
    }
  }

  @Override
  public boolean isAlive() {
    return indexer.isAlive();
  }

  @Override
  public void close() throws IOException {
    upkeep.interrupt();
    indexer.close();
  }
}
