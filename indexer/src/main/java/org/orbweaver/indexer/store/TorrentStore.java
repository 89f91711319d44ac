package org.orbweaver.indexer.store;

import java.util.Collection;
import java.util.List;
import org.orbweaver.indexer.search.TorrentSearch;
import org.orbweaver.indexer.titles.TitleCatalog;
import org.orbweaver.kademlia.Key;

/** One store, whichever engine is underneath. */
public interface TorrentStore
    extends HashLedger, Catalog, TorrentSearch, TitleCatalog, AutoCloseable {
  /**
   * Takes in hashes on which no work is left, such as those of torrents that another index has.
   * What is known already stays as it is.
   */
  void takeSettled(Collection<Key> hashes, long now);

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

  /**
   * Labels up to {@code limit} torrents after that one again, by the classifier this store was
   * opened with, and indexes those whose labels changed.
   *
   * @return what was seen and how many changed; nothing seen means that all are done
   */
  Relabelled relabel(long afterId, int limit);

  /**
   * @param last the number of the last torrent seen, -1 if there was none
   */
  record Relabelled(long last, int seen, int changed) {}

  /**
   * Does work that takes in very many torrents, without keeping up the search index meanwhile where
   * building it afterwards is quicker. Until then searches may be slow.
   */
  void load(Runnable work);

  /** Brings the search index into its quickest form; worth it after a large import, in minutes. */
  void optimize();

  @Override
  void close();
}
