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
   * @param likelyBait the hash may be invented, to see who harvests: the asker's ID lies eight or
   *     more bits closer to it than ours, and an honest lookup that far along has no reason to come
   *     back to us (mldht's rule); or it shares 24 bits with our own ID, which of all torrents
   *     there are hardly one does, and a true one would be announced to us as well
   */
  default void onGetPeers(long now, Contact asker, Key infohash, boolean likelyBait) {}

  /** Somebody proved his address and announced a peer of a torrent. */
  default void onAnnounce(long now, Contact announcer, Key infohash, Endpoint peer) {}

  /** A query or a reply to one of our own, from that node. */
  default void onMessage(long now, Contact sender, Message message) {}
}
