package org.orbweaver.indexer.store;

import java.util.List;
import java.util.Optional;
import org.orbweaver.kademlia.Key;

/** The torrents that were obtained, for reading. Search is in {@code indexer.search}. */
public interface Catalog {
  /** Everything about one torrent. */
  Optional<TorrentListing> torrent(Key hash);

  /** Its info dictionary, byte for byte, if it was kept. */
  Optional<byte[]> info(Key hash);

  /**
   * The next torrents in order of arrival, for going through all of them.
   *
   * @param id of the last one seen; 0 to begin
   */
  List<TorrentListing> after(long id, int limit);

  /** What came on each of the last days, the oldest first. */
  List<Arrivals> arrivals(int days, long now);

  /** What its swarm was at earlier counts, the oldest first, and at the latest. */
  List<PastCount> history(Key hash);

  /** Torrents that have files in common with this one, those with most first. */
  List<Likeness> similar(Key hash, int limit);

  StoreStats stats(long now);
}
