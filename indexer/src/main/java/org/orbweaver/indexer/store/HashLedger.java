package org.orbweaver.indexer.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Key;

/**
 * The state of every infohash, shared by all indexers on one store. All calls block and take
 * batches: a thousand hashes cost hardly more than one. Times are nanoseconds since the epoch, as
 * everywhere; the store keeps whole seconds. Safe for use by many threads.
 */
public interface HashLedger {
  /**
   * Counts how often known hashes were asked for and takes in unknown ones that are attested as
   * {@link HashState#NEW}, due at once. Unknown ones that are not wait apart, so many at most. A
   * hash may appear several times in the batch.
   *
   * @return how many attested ones were unknown
   */
  int note(Collection<ObservedHash> sightings, long now);

  /** What is to be done about each of these, in one question; claims nothing. */
  Map<Key, Triage> triage(Collection<Key> hashes, long now);

  /**
   * Claims up to {@code limit} due hashes of the region, in natural order, for {@code leaseNanos}.
   * Nobody else is given them until they are settled or the lease ends, whichever comes first; a
   * process that dies therefore loses nothing but time. An empty answer means that nothing is due
   * in the region now.
   */
  List<Claim> claim(KeyRange region, int limit, long leaseNanos, long now);

  /**
   * Takes out hashes that strangers asked for and nobody attests, those asked for most first, to be
   * looked up once. One for which peers are found is settled like any other; one for which there
   * are none leaves no trace.
   */
  List<Key> takeHearsay(int limit);

  /**
   * Claims one particular hash, whatever its turn, taking it in if need be: the user asked for it.
   * Empty if it is settled or somebody else is working on it.
   */
  List<Claim> claimExactly(Collection<Key> hashes, long leaseNanos, long now);

  /**
   * Claims torrents of the catalog whose swarm is to be counted again, in natural order. Settled by
   * {@link #counted}, or free again when the lease ends.
   */
  List<Key> claimForCount(KeyRange region, int limit, long leaseNanos, long now);

  /**
   * Records how the work ended: states, retry times, new torrents and their search index, all in
   * one transaction. Idempotent: what is {@link HashState#FETCHED} stays so, and a torrent settled
   * twice stands in the catalog once.
   *
   * @return how many torrents are new in the catalog
   */
  int settle(Collection<? extends Outcome> outcomes, long now);

  /** Records swarm sizes and when they are to be counted next. */
  void counted(Collection<SwarmCount> counts, long now);
}
