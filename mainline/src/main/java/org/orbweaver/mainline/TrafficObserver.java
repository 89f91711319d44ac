package org.orbweaver.mainline;

import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.Message;

/**
 * Hears what strangers tell and ask us, on the node's thread and within the packet: the indexer
 * harvests infohashes here (paper §2.2), the census counts clients by {@code v}. An observer takes
 * what it wants and returns at once; the message is good only until then.
 */
public interface TrafficObserver {
  /** Sees nothing. */
  TrafficObserver NONE = new TrafficObserver() {};

  /**
   * Somebody looks for the peers of a torrent.
   *
   * @param likelyBait the asker's ID lies eight or more bits closer to the infohash than ours: an
   *     honest lookup that far along has no reason to come back to us, so the asker looks for
   *     itself, or lays out invented hashes to see who harvests them (mldht's rule)
   */
  default void onGetPeers(long now, Contact asker, Key infohash, boolean likelyBait) {}

  /** Somebody proved his address and announced a peer of a torrent. */
  default void onAnnounce(long now, Contact announcer, Key infohash, Endpoint peer) {}

  /** A query or a reply to one of our own, from that node. */
  default void onMessage(long now, Contact sender, Message message) {}
}
