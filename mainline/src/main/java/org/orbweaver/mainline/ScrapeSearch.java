package org.orbweaver.mainline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.Reply;

/**
 * A scrape: get_peers that asks for Bloom filters and unites those of all nodes on the way (BEP
 * 33). Nodes that know no filters are counted by the peers they name: as peers, unless another
 * node's filter knows them as seeds.
 */
final class ScrapeSearch extends PeerSearch {
  /** A filter with more in it is full, broken or forged, and would spoil the union. */
  private static final double MOST_BELIEVABLE = 7000;

  private static final int MOST_NAMED = 2000;

  private final AddressHash hash = new AddressHash();
  private final ScrapeFilter seeds = new ScrapeFilter();
  private final ScrapeFilter peers = new ScrapeFilter();
  private final List<Endpoint> named = new ArrayList<>();
  private final Consumer<ScrapeResult> listener;
  private int answers;

  ScrapeSearch(Key infohash, Consumer<ScrapeResult> listener) {
    super(infohash, true);
    this.listener = listener;
  }

  @Override
  public void take(Contact from, Reply reply) {
    boolean filtered = !reply.seedFilter().isEmpty() && !reply.peerFilter().isEmpty();
    if (filtered) {
      ScrapeFilter theirSeeds = ScrapeFilter.of(reply.seedFilter());
      ScrapeFilter theirPeers = ScrapeFilter.of(reply.peerFilter());
      if (Math.max(theirSeeds.estimate(), theirPeers.estimate()) <= MOST_BELIEVABLE) {
        seeds.merge(theirSeeds);
        peers.merge(theirPeers);
        answers++;
      }
    } else if (reply.hasPeers()) {
      answers++;
      super.take(from, reply);
    }
  }

  @Override
  void onPeer(Contact from, Endpoint peer) {
    if (named.size() < MOST_NAMED) {
      named.add(peer);
    }
  }

  @Override
  public void finish(long now, LocalHome home, LookupResult result) {
    for (Endpoint peer : named) {
      int bits = hash.bitsOf(peer.high(), peer.low());
      if (!seeds.mayContain(bits)) {
        peers.add(bits);
      }
    }
    listener.accept(new ScrapeResult(result, seeds, peers, answers));
  }
}
