package org.orbweaver.indexer.pipeline;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.pipeline.Lookups.Hunt;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Endpoint;

/**
 * Asks peers for metadata, for so many torrents at once: home routers fall over when connections
 * are opened by the thousand.
 *
 * <p>Bounded: lookups are started only while {@link #room} is left here, so nothing that a lookup
 * has found is ever dropped.
 */
final class Fetches {
  /** Torrents waiting, per torrent being fetched: enough to keep the fetching busy. */
  private static final int WAITING_PER_FETCH = 2;

  /** Told how it ended. */
  @FunctionalInterface
  interface Ends {
    void ended(long now, Hunt hunt, @Nullable Torrent torrent);
  }

  private record Waiting(Hunt hunt, List<Endpoint> peers) {}

  private final MetadataSource source;
  private final int most;
  private final Ends ends;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private int running;
  private long started;
  private long peersTried;
  private long obtained;

  Fetches(PipelineSettings settings, MetadataSource source, Ends ends) {
    this.source = source;
    this.most = settings.fetches();
    this.ends = ends;
  }

  void add(Hunt hunt, FoundPeers peers) {
    waiting.add(new Waiting(hunt, peers.ranked()));
  }

  /** How many lookups may be under way. */
  int room() {
    return Math.max(0, (1 + WAITING_PER_FETCH) * most - waiting.size() - running);
  }

  /** Starts what may be started, if the stage behind has room for the outcome. */
  void onTick(int room) {
    while (running < Math.min(most, room)) {
      Waiting next = waiting.poll();
      if (next == null) {
        return;
      }
      running++;
      started++;
      peersTried += next.peers().size();
      source.fetch(
          next.hunt().hash(), next.peers(), (now, torrent) -> ended(now, next.hunt(), torrent));
    }
  }

  private void ended(long now, Hunt hunt, @Nullable Torrent torrent) {
    running--;
    obtained += torrent == null ? 0 : 1;
    ends.ended(now, hunt, torrent);
  }

  FetchMetrics metrics() {
    return new FetchMetrics(started, obtained, peersTried, running, waiting.size());
  }
}
