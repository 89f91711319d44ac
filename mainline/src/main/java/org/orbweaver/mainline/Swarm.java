package org.orbweaver.mainline;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * The peers that announced themselves for one infohash: one entry per IP address (BEP 33).
 *
 * <p>Entries have no order, so a random sample is drawn by shuffling it to the front. Each entry
 * keeps the two BEP 33 bits of its address, and a scrape costs no hashing.
 */
final class Swarm extends Shelf.Item {
  static final int ABSENT = -1;

  /** Set beside the two 11-bit indexes of {@link AddressHash#bitsOf}. */
  private static final int SEED = 1 << 31;

  private Endpoint[] peers = new Endpoint[2];
  private long[] announced = new long[2];
  private int[] bits = new int[2];
  private int size;

  Swarm(Key infohash) {
    super(infohash);
  }

  int size() {
    return size;
  }

  /** The index of the entry with the peer's address, whatever its port. */
  int find(Endpoint peer) {
    for (int i = 0; i < size; i++) {
      if (peers[i].sameAddress(peer)) {
        return i;
      }
    }
    return ABSENT;
  }

  void add(long now, Endpoint peer, boolean seed, int addressBits) {
    if (size == peers.length) {
      peers = Arrays.copyOf(peers, 2 * size);
      announced = Arrays.copyOf(announced, 2 * size);
      bits = Arrays.copyOf(bits, 2 * size);
    }
    bits[size] = addressBits;
    size++;
    refresh(size - 1, now, peer, seed);
  }

  void refresh(int index, long now, Endpoint peer, boolean seed) {
    peers[index] = peer;
    announced[index] = now;
    bits[index] = seed ? bits[index] | SEED : bits[index] & ~SEED;
  }

  void remove(int index) {
    swap(index, --size);
  }

  long announced(int index) {
    return announced[index];
  }

  Endpoint peer(int index) {
    return peers[index];
  }

  boolean isSeed(int index) {
    return (bits[index] & SEED) != 0;
  }

  /**
   * Draws random peers, as many as fit into {@code drawn}.
   *
   * @param seedsToo whether seeds may be among them: a seed that asks has no use for others
   * @return how many were drawn
   */
  int draw(Endpoint[] drawn, boolean seedsToo, RandomGenerator random) {
    int count = 0;
    // Looking for leechers in a swarm of seeds ends after a while: BEP 33 asks for best effort.
    int tries = Math.min(size, seedsToo ? drawn.length : 8 * drawn.length);
    for (int i = 0; i < tries && count < drawn.length; i++) {
      swap(i, i + random.nextInt(size - i));
      if (seedsToo || !isSeed(i)) {
        drawn[count++] = peers[i];
      }
    }
    return count;
  }

  /** Adds every seed's address to one filter and every other peer's to the second. */
  void fill(ScrapeFilter seedFilter, ScrapeFilter peerFilter) {
    for (int i = 0; i < size; i++) {
      (isSeed(i) ? seedFilter : peerFilter).add(bits[i] & ~SEED);
    }
  }

  private void swap(int a, int b) {
    Endpoint peer = peers[a];
    peers[a] = peers[b];
    peers[b] = peer;
    long time = announced[a];
    announced[a] = announced[b];
    announced[b] = time;
    int both = bits[a];
    bits[a] = bits[b];
    bits[b] = both;
  }
}
