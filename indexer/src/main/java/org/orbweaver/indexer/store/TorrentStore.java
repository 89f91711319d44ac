package org.orbweaver.indexer.store;

import java.util.Collection;
import org.orbweaver.kademlia.Key;

/** One store, whichever engine is underneath. */
public interface TorrentStore extends HashLedger, Catalog, AutoCloseable {
  /** Blocks hashes for ever and drops their torrents. */
  void block(Collection<Key> hashes, long now);

  /**
   * House-keeping, to be called every minute or so by any or all indexers: drops what is long dead
   * and, when the disk quota is exceeded, what is deadest.
   *
   * @return how many torrents were dropped
   */
  int tidy(long now);

  @Override
  void close();
}
