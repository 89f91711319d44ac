package org.orbweaver.mainline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

/** get_peers: peers on the way, and the tokens with which the closest nodes take an announce. */
abstract class PeerSearch implements Search {
  /** A longer token is not worth a packet; ours has eight bytes, libtorrent's four. */
  private static final int LONGEST_TOKEN = 128;

  /**
   * Of so many nodes that have peers are the tokens kept. Peers look each other up at all of the
   * eight closest, so that a few are enough to be found.
   */
  private static final int MOST_HOLDERS = 3;

  private final Key infohash;
  private final boolean scrape;
  private final Map<Contact, Bytes> tokens = new HashMap<>();

  PeerSearch(Key infohash, boolean scrape) {
    this.infohash = infohash;
    this.scrape = scrape;
  }

  @Override
  public final Key target() {
    return infohash;
  }

  @Override
  public final int write(QueryWriter packet, long transaction, Key ownId) {
    return packet.getPeers(transaction, ownId, infohash, Want.UNSAID, false, scrape);
  }

  @Override
  public void take(Contact from, Reply reply) {
    remember(tokens, from, reply);
    reply.forEachPeer(peer -> onPeer(from, peer));
  }

  void onPeer(Contact from, Endpoint peer) {}

  /** What the nodes want to see before they store something of ours; none for those who refuse. */
  final Map<Contact, Bytes> tokens() {
    return tokens;
  }

  /** As many as a lookup asks nodes, and no longer than it runs. */
  static void remember(Map<Contact, Bytes> tokens, Contact from, Reply reply) {
    Bytes token = reply.token();
    if (!token.isEmpty() && token.length() <= LONGEST_TOKEN) {
      tokens.put(from, Bytes.of(token.toArray()));
    }
  }

  /** A lookup for peers whose finds go to a listener at once. */
  static PeerSearch of(Key infohash, List<Contact> seeds, PeersListener listener) {
    return new PeerSearch(infohash, false) {
      private final Map<Contact, Bytes> holders = new HashMap<>();

      @Override
      public List<Contact> seeds() {
        return seeds;
      }

      @Override
      public void take(Contact from, Reply reply) {
        if (reply.hasPeers() && holders.size() < MOST_HOLDERS) {
          remember(holders, from, reply);
        }
        reply.forEachPeer(peer -> listener.onPeer(from, peer));
      }

      @Override
      public boolean isSatisfied() {
        return listener.hasEnough();
      }

      @Override
      public boolean isNearlySatisfied() {
        return listener.hasNearlyEnough();
      }

      @Override
      public void finish(long now, Home home, LookupResult result) {
        if (!holders.isEmpty()) {
          listener.onTokens(new GatheredTokens(home, holders));
        }
        listener.onFinish(result);
      }
    };
  }
}
