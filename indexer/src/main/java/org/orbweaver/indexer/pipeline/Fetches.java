package org.orbweaver.indexer.pipeline;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.peer.MetadataOutcome;
import org.orbweaver.indexer.peer.MetadataSource;
import org.orbweaver.indexer.pipeline.Lookups.Hunt;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

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

  /** Told how it ended: with the torrent, its hash verified, or null. */
  @FunctionalInterface
  interface Ends {
    void ended(Hunt hunt, @Nullable Torrent torrent);
  }

  private record Waiting(Hunt hunt, List<Endpoint> peers) {}

  private final MetadataSource source;
  private final Executor onPipeline;
  private final int most;
  private final Ends ends;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private int running;
  private long started;
  private long peersNamed;
  private long obtained;

  Fetches(PipelineSettings settings, MetadataSource source, Executor onPipeline, Ends ends) {
    this.source = source;
    this.onPipeline = onPipeline;
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
      if (!source.tryAsk(
          next.hunt().hash(),
          next.peers(),
          outcome -> onPipeline.execute(() -> ended(next.hunt(), outcome)))) {
        waiting.add(next);
        return;
      }
      running++;
      started++;
      peersNamed += next.peers().size();
    }
  }

  private void ended(Hunt hunt, MetadataOutcome outcome) {
    running--;
    Torrent torrent =
        outcome instanceof MetadataOutcome.Obtained(var _, Torrent found, var _) ? found : null;
    obtained += torrent == null ? 0 : 1;
    ends.ended(hunt, torrent);
  }

  /** The hashes that wait; those whose peers are being asked end by themselves. */
  List<Key> abandon() {
    List<Key> open = waiting.stream().map(next -> next.hunt().hash()).toList();
    waiting.clear();
    return open;
  }

  boolean isIdle() {
    return waiting.isEmpty() && running == 0;
  }

  FetchMetrics metrics() {
    return new FetchMetrics(started, obtained, peersNamed, running, waiting.size());
  }
}
