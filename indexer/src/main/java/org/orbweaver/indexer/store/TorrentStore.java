package org.orbweaver.indexer.store;

import java.util.Collection;
import java.util.List;
import org.orbweaver.indexer.search.TorrentSearch;
import org.orbweaver.kademlia.Key;

/** One store, whichever engine is underneath. */
public interface TorrentStore extends HashLedger, Catalog, TorrentSearch, AutoCloseable {
  /** Blocks hashes for ever and drops their torrents. */
  void block(Collection<Key> hashes, long now);

  /**
   * Blocks every name that contains all of these words, for all indexers on this store, and drops
   * the torrents that have such names.
   *
   * @return how many torrents were dropped
   */
  int blockWords(String words, long now);

  void unblockWords(String words);

  List<String> blockedWords();

  /**
   * House-keeping, to be called every minute or so by any or all indexers: drops what is long dead
   * and, when the disk quota is exceeded, what is deadest.
   *
   * @return how many torrents were dropped
   */
  int tidy(long now);

  /** Brings the search index into its quickest form; worth it after a large import, in minutes. */
  void optimize();

  @Override
  void close();
}
