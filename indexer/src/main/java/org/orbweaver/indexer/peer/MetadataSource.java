package org.orbweaver.indexer.peer;

import java.util.List;
import java.util.function.Consumer;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** Asks peers for a torrent's metadata: over sockets, or in the lab in virtual time. */
@FunctionalInterface
public interface MetadataSource {
  /**
   * Begins to ask; returns at once.
   *
   * @param peers where a lookup found the torrent announced, in the order to try them
   * @param done is told the outcome once, from a thread of the source's own; must not block long
   * @return false if as many torrents as are allowed are being fetched: nothing was begun
   */
  boolean tryAsk(Key infohash, List<Endpoint> peers, Consumer<MetadataOutcome> done);
}
