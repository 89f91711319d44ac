package org.orbweaver.indexer.pipeline;

import org.orbweaver.indexer.filter.Whitelist;
import org.orbweaver.indexer.peer.WantedTorrents;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.PeerOffers;

/**
 * Torrents whose peers cannot be reached, but may reach us (§2.7): hashes that failed lately stand
 * on a {@link Whitelist}, and for those alone our address is among the peers that we name to
 * askers. Whoever then calls is asked for the metadata, if the hash is still among the {@link
 * WantedTorrents}.
 *
 * <p>Bounded by these two: of the hashes that failed, ARC forgets first those that nobody asks for;
 * of those offered, the one offered first.
 */
public final class PassiveRetrieval implements PeerOffers {
  /** How many torrents may be offered at a time. */
  public static final int MOST_WANTED = 20_000;

  private static final int MOST_FAILED = 100_000;

  private final int port;
  private final WantedTorrents wanted;
  private final Whitelist failed = new Whitelist(MOST_FAILED);
  private long offers;
  private long obtained;

  /**
   * @param port where peers reach us by TCP, or 0 if they cannot: then nothing is offered
   * @param wanted read by those who take the calls
   */
  public PassiveRetrieval(int port, WantedTorrents wanted) {
    this.port = port;
    this.wanted = wanted;
  }

  @Override
  public int port(long now, Key infohash) {
    if (port == 0 || !failed.contains(infohash)) {
      return 0;
    }
    offers++;
    offer(now, infohash);
    return port;
  }

  /** Calls for that torrent are welcome from now on. */
  void offer(long now, Key infohash) {
    wanted.add(infohash);
    if (wanted.size() == MOST_WANTED) {
      failed.overflow(now);
    }
  }

  boolean canOffer() {
    return port != 0;
  }

  /** Nobody with that torrent could be reached. */
  void onFailed(long now, Key infohash) {
    if (canOffer()) {
      failed.underflow(now);
      failed.add(infohash);
    }
  }

  /** We have the torrent: no need to be called any more. */
  void onObtained(Key infohash, boolean byCall) {
    failed.remove(infohash);
    wanted.remove(infohash);
    obtained += byCall ? 1 : 0;
  }

  PassiveMetrics metrics() {
    return new PassiveMetrics(offers, obtained, failed.size(), wanted.size());
  }
}
