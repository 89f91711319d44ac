package org.orbweaver.mainline;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.ErrorCode;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.ReplyWriter;
import org.orbweaver.wire.krpc.Want;

/** Answers {@code get_peers} (BEPs 5, 33), {@code announce_peer} and {@code sample_infohashes}. */
final class PeerAnswers implements Answers {
  /** So many peers keep a reply within the 1,024 bytes of BEP 32, nodes and token included. */
  private static final int MOST_IPV4_PEERS = 50;

  private static final int MOST_IPV6_PEERS = 20;
  private static final int MOST_PEERS_BESIDE_FILTERS = 15;

  /** See {@link TrafficObserver#onGetPeers}. */
  private static final int BAIT_BITS = 8;

  private static final int OWN_BAIT_BITS = 24;

  private final ReplyWriter reply;
  private final ClosestNodes closest;
  private final AnnounceTokens tokens;
  private final TrafficObserver observer;
  private final PeerOffers offers;
  private final RandomGenerator random;
  private final Endpoint[] ipv4Peers = new Endpoint[MOST_IPV4_PEERS];
  private final Endpoint[] ipv6Peers = new Endpoint[MOST_IPV6_PEERS];
  private final Endpoint[] fewPeers = new Endpoint[MOST_PEERS_BESIDE_FILTERS];
  private final ScrapeFilter seedFilter = new ScrapeFilter();
  private final ScrapeFilter peerFilter = new ScrapeFilter();

  PeerAnswers(
      ReplyWriter reply,
      ClosestNodes closest,
      AnnounceTokens tokens,
      TrafficObserver observer,
      PeerOffers offers,
      RandomGenerator random) {
    this.reply = reply;
    this.closest = closest;
    this.tokens = tokens;
    this.observer = observer;
    this.offers = offers;
    this.random = random;
  }

  @Override
  public int write(long now, LocalHome home, Endpoint asker, Query query) {
    return switch (query.method()) {
      case GET_PEERS -> getPeers(now, home, asker, query);
      case ANNOUNCE_PEER -> announcePeer(now, home, asker, query);
      case SAMPLE_INFOHASHES -> sampleInfohashes(now, home, asker, query);
      default -> throw new IllegalArgumentException("not about peers: " + query.method());
    };
  }

  private int getPeers(long now, LocalHome home, Endpoint asker, Query query) {
    Key infohash = query.target();
    Contact sender = new Contact(query.id(), asker);
    observer.onGetPeers(now, sender, infohash, isLikelyBait(home, sender, infohash));
    PeerStore store = home.network().peers();
    Swarm swarm = store.swarm(infohash);
    reply.to(query, asker, home.id());
    if (!store.isFull(swarm)) {
      reply.token(tokens.issue(now, asker));
    }
    boolean scraped = swarm != null && query.scrape();
    Endpoint ours = home.at(offers.port(now, infohash));
    if (swarm != null || ours != null) {
      addPeers(swarm, ours, asker, query);
    }
    // The filters take half a packet: then only nodes of the asker's own family (BEP 33).
    Want want = scraped ? Want.UNSAID.orFamilyOf(asker) : query.want().orFamilyOf(asker);
    return closest.addTo(reply, query, want).write();
  }

  private void addPeers(
      @Nullable Swarm swarm, @Nullable Endpoint ours, Endpoint asker, Query query) {
    Endpoint[] drawn = query.scrape() ? fewPeers : asker.isIpv4() ? ipv4Peers : ipv6Peers;
    int count = swarm == null ? 0 : swarm.draw(drawn, !query.noSeed(), random);
    if (ours != null) {
      count = Math.min(count, drawn.length - 1);
      drawn[count++] = ours;
    }
    reply.peers(drawn, count);
    if (swarm != null && query.scrape()) {
      seedFilter.clear();
      peerFilter.clear();
      swarm.fill(seedFilter, peerFilter);
      reply.filters(seedFilter.bytes(), peerFilter.bytes());
    }
  }

  private static boolean isLikelyBait(LocalHome home, Contact sender, Key infohash) {
    int ours = home.id().commonPrefixLength(infohash);
    return ours >= OWN_BAIT_BITS || sender.id().commonPrefixLength(infohash) >= ours + BAIT_BITS;
  }

  private int announcePeer(long now, LocalHome home, Endpoint asker, Query query) {
    ErrorCode refusal = announce(now, home, asker, query);
    return refusal == null
        ? reply.to(query, asker, home.id()).write()
        : reply.error(query, asker, refusal);
  }

  private @Nullable ErrorCode announce(long now, LocalHome home, Endpoint asker, Query query) {
    Endpoint peer = query.impliedPort() ? asker : asker.withPort(query.port());
    if (peer.port() == 0 || !tokens.accepts(now, asker, query.token())) {
      return ErrorCode.PROTOCOL;
    }
    Key infohash = query.target();
    observer.onAnnounce(now, new Contact(query.id(), asker), infohash, peer);
    boolean stored = home.network().peers().announce(now, infohash, peer, query.seed());
    return stored ? null : ErrorCode.SERVER;
  }

  private int sampleInfohashes(long now, LocalHome home, Endpoint asker, Query query) {
    InfohashSample sample = home.network().peers().sample(now);
    reply
        .to(query, asker, home.id())
        .samples(sample.shared(), sample.size(), sample.secondsLeft(now), sample.outOf());
    return closest.addTo(reply, query, query.want().orFamilyOf(asker)).write();
  }
}
