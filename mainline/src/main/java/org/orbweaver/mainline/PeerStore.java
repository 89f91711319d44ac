package org.orbweaver.mainline;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Which peers announced themselves for which infohash, for one address family: the IPv4 and the
 * IPv6 network are two DHTs that share no data (BEP 32).
 *
 * <p>Everything is bounded. A swarm that has its 6,000 peers takes no more (and {@link #isFull}
 * tells the responder to hand out no token, as BEP 33 wants). A site with its share of entries is
 * refused. When the store as a whole is full, of eight swarms drawn at random the smallest makes
 * room: floods of invented infohashes consist of swarms of one.
 */
public final class PeerStore {
  /**
   * How much is kept for strangers, and how long.
   *
   * @param hashes how many swarms are kept
   * @param peers how many peers are kept in all of them together
   * @param peersPerHash above 6,000 a BEP 33 filter says nothing any more
   * @param peersPerSite how many entries one IPv4 address or IPv6 /64 may have
   * @param lifetime libtorrent, too, forgets a peer 45 minutes after its announce; clients repeat
   *     theirs every 15 to 30
   * @param sampleInterval how long a BEP 51 sample stays the same
   */
  public record Limits(
      int hashes,
      int peers,
      int peersPerHash,
      int peersPerSite,
      Duration lifetime,
      Duration sampleInterval) {
    public static final Limits DEFAULT =
        new Limits(200_000, 2_000_000, 6_000, 256, Duration.ofMinutes(45), Duration.ofMinutes(30));
  }

  private static final int EVICTION_CANDIDATES = 8;

  private final Limits limits;
  private final RandomGenerator random;
  private final SiteQuota quota;
  private final AddressHash addressHash = new AddressHash();
  private final Shelf<Swarm> swarms = new Shelf<>();
  private final InfohashSample sample;
  private int peers;

  PeerStore(Limits limits, RandomGenerator random) {
    this.limits = limits;
    this.random = random;
    this.quota =
        new SiteQuota(
            Math.min(limits.hashes(), 1 << 16),
            limits.peersPerSite(),
            limits.lifetime().toNanos(),
            random);
    this.sample = new InfohashSample(swarms, limits.sampleInterval(), random);
  }

  /** False if the announcer's site or the swarm has its share already. */
  boolean announce(long now, Key infohash, Endpoint peer, boolean seed) {
    Swarm swarm = swarms.get(infohash);
    int known = swarm == null ? Swarm.ABSENT : swarm.find(peer);
    if (swarm != null && known != Swarm.ABSENT) {
      swarm.refresh(known, now, peer, seed);
      return true;
    }
    if (isFull(swarm) || !quota.take(now, peer)) {
      return false;
    }
    makeRoom(now, swarm == null);
    // Making room may have swept away the very swarm.
    swarm = swarms.get(infohash);
    if (swarm == null) {
      swarm = new Swarm(infohash);
      swarms.add(swarm);
    }
    swarm.add(now, peer, seed, addressHash.bitsOf(peer.high(), peer.low()));
    peers++;
    return true;
  }

  @Nullable Swarm swarm(Key infohash) {
    return swarms.get(infohash);
  }

  boolean isFull(@Nullable Swarm swarm) {
    return swarm != null && swarm.size() >= limits.peersPerHash();
  }

  /** The random subset of the infohashes that BEP 51 asks for. */
  InfohashSample sample(long now) {
    sample.renew(now);
    return sample;
  }

  int hashes() {
    return swarms.size();
  }

  int peers() {
    return peers;
  }

  /** Forgets what has expired among the next {@code count} swarms; called round and round. */
  void sweep(long now, int count) {
    long oldest = now - limits.lifetime().toNanos();
    swarms.sweep(
        count,
        swarm -> {
          for (int i = swarm.size() - 1; i >= 0; i--) {
            if (swarm.announced(i) <= oldest) {
              drop(now, swarm, i);
            }
          }
          return swarm.size() == 0;
        });
  }

  private void makeRoom(long now, boolean newSwarm) {
    while (peers >= limits.peers() || (newSwarm && swarms.size() >= limits.hashes())) {
      Swarm smallest = swarms.random(random);
      for (int i = 1; i < EVICTION_CANDIDATES; i++) {
        Swarm other = swarms.random(random);
        if (other.size() < smallest.size()) {
          smallest = other;
        }
      }
      for (int i = smallest.size() - 1; i >= 0; i--) {
        drop(now, smallest, i);
      }
      swarms.remove(smallest);
    }
  }

  private void drop(long now, Swarm swarm, int index) {
    quota.giveBack(now, swarm.peer(index));
    swarm.remove(index);
    peers--;
  }
}
