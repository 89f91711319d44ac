package org.orbweaver.indexer.filter;

import org.orbweaver.kademlia.Key;

/**
 * The infohashes in whose swarms we offer ourselves as a peer, because nobody there could be
 * reached (§2.7): those that failed lately and those that are asked for often. It holds as many as
 * bring the connections that can be taken: when there are too many it shrinks, when there is room
 * it grows.
 *
 * <p>When full, ARC decides which hash goes; it comes back when it fails again.
 */
public final class Whitelist {
  private final BlueSize blue;
  private final ArcCache failed;

  /**
   * @param largest how many at most
   */
  public Whitelist(int largest) {
    blue = new BlueSize(Math.min(64, largest), largest);
    failed = new ArcCache(blue.size());
  }

  /** Nobody with that torrent could be reached. */
  public void add(Key infohash) {
    failed.request(infohash);
  }

  /** Whether to offer ourselves to one who asks for the torrent's peers. */
  public boolean contains(Key infohash) {
    return failed.touch(infohash);
  }

  public void remove(Key infohash) {
    failed.remove(infohash);
  }

  /** More connections come than can be taken. */
  public void overflow(long now) {
    if (blue.reduce(now)) {
      failed.resize(blue.size());
    }
  }

  /** There is room for more connections. */
  public void underflow(long now) {
    if (failed.size() == failed.capacity() && blue.enlarge(now)) {
      failed.resize(blue.size());
    }
  }

  public int size() {
    return failed.size();
  }
}
