package org.orbweaver.indexer.pipeline;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** Gets a torrent's metadata from its peers: over TCP for real, in thought in the lab. */
@FunctionalInterface
public interface MetadataSource {
  /** Told once, on the pipeline's thread and never from within {@link #fetch}. */
  @FunctionalInterface
  interface Answer {
    /**
     * @param torrent whose hash was verified; null if no peer gave it
     */
    void ended(long now, @Nullable Torrent torrent);
  }

  /**
   * Asks these peers, the most promising first, several at once.
   *
   * @param peers most promising first; strangers' claims, none of them proven
   */
  void fetch(Key infohash, List<Endpoint> peers, Answer answer);
}
