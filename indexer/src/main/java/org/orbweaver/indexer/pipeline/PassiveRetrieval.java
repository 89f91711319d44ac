package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.orbweaver.indexer.filter.Whitelist;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.PeerOffers;

/**
 * Torrents whose peers cannot be reached, but may reach us (§2.7): hashes that failed lately stand
 * on a {@link Whitelist}, and for those alone our address is among the peers that we name to
 * askers. Whoever then calls is asked for the metadata.
 *
 * <p>A call is welcome only for a hash that was offered within {@link #WELCOME}. Bounded: by the
 * whitelist, and by {@value #MOST_OFFERED} hashes offered at a time, beyond which none is offered
 * until old offers run out. {@link #isWelcome} may be called from any thread, all else from the
 * node's.
 */
public final class PassiveRetrieval implements PeerOffers {
  /** Clients keep addresses of peers for a while and try them again. */
  private static final long WELCOME = Duration.ofHours(1).toNanos();

  private static final int MOST_OFFERED = 20_000;
  private static final int LARGEST = 100_000;

  private final int port;
  private final Whitelist failed = new Whitelist(LARGEST);
  private final Map<Key, Long> offeredAt = new ConcurrentHashMap<>();
  private long offers;
  private long obtained;

  /**
   * @param port where peers reach us by TCP, or 0 if they cannot: then nothing is offered
   */
  public PassiveRetrieval(int port) {
    this.port = port;
  }

  @Override
  public int port(long now, Key infohash) {
    if (port == 0 || !failed.contains(infohash) || !offer(now, infohash)) {
      return 0;
    }
    offers++;
    return port;
  }

  /** Whether we have told others that the torrent can be had here, or may do so now. */
  boolean offer(long now, Key infohash) {
    if (offeredAt.size() >= MOST_OFFERED && !offeredAt.containsKey(infohash)) {
      offeredAt.values().removeIf(time -> now - time > WELCOME);
      if (offeredAt.size() >= MOST_OFFERED) {
        failed.overflow(now);
        return false;
      }
    }
    offeredAt.put(infohash, now);
    return true;
  }

  /** Whether to talk with one who calls about that torrent. */
  public boolean isWelcome(long now, Key infohash) {
    Long offered = offeredAt.get(infohash);
    return offered != null && now - offered <= WELCOME;
  }

  void onFailed(long now, Key infohash) {
    if (port != 0) {
      failed.underflow(now);
      failed.add(infohash);
    }
  }

  /** The torrent is here, one way or the other; true if this was one of those offered. */
  boolean onObtained(Key infohash) {
    failed.remove(infohash);
    return offeredAt.remove(infohash) != null;
  }

  void countObtained() {
    obtained++;
  }

  PassiveMetrics metrics() {
    return new PassiveMetrics(offers, obtained, failed.size(), offeredAt.size());
  }
}
