package org.orbweaver.mainline;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * The peers that announced themselves for one infohash: one entry per IP address (BEP 33), in
 * primitive arrays that grow with the swarm, 32 bytes a peer.
 *
 * <p>Entries have no order, so a random sample is drawn by shuffling it to the front.
 */
final class Swarm extends Shelf.Item {
  static final int ABSENT = -1;

  private static final int SEED = 1 << 16;

  private long[] highs = new long[2];
  private long[] lows = new long[2];
  private long[] announced = new long[2];
  private int[] ports = new int[2];

  /** The two BEP 33 bits of each address: a scrape then costs no hashing. */
  private int[] filterBits = new int[2];

  private int size;

  Swarm(Key infohash) {
    super(infohash);
  }

  int size() {
    return size;
  }

  int find(Endpoint peer) {
    for (int i = 0; i < size; i++) {
      if (lows[i] == peer.low() && highs[i] == peer.high()) {
        return i;
      }
    }
    return ABSENT;
  }

  void add(long now, Endpoint peer, boolean seed, int addressBits) {
    if (size == lows.length) {
      grow();
    }
    highs[size] = peer.high();
    lows[size] = peer.low();
    filterBits[size] = addressBits;
    size++;
    refresh(size - 1, now, peer.port(), seed);
  }

  void refresh(int index, long now, int port, boolean seed) {
    announced[index] = now;
    ports[index] = port | (seed ? SEED : 0);
  }

  void remove(int index) {
    size--;
    highs[index] = highs[size];
    lows[index] = lows[size];
    announced[index] = announced[size];
    ports[index] = ports[size];
    filterBits[index] = filterBits[size];
  }

  long announced(int index) {
    return announced[index];
  }

  boolean isSeed(int index) {
    return (ports[index] & SEED) != 0;
  }

  Endpoint peer(int index) {
    return new Endpoint(highs[index], lows[index], port(index));
  }

  long high(int index) {
    return highs[index];
  }

  long low(int index) {
    return lows[index];
  }

  int port(int index) {
    return ports[index] & 0xFFFF;
  }

  /**
   * Brings up to {@code count} random peers to the front.
   *
   * @param seedsToo whether seeds may be among them: a seed that asks has no use for others
   * @return how many there are: indexes 0 to that number, exclusive
   */
  int draw(int count, boolean seedsToo, RandomGenerator random) {
    int drawn = 0;
    // Looking for leechers in a swarm of seeds ends after a while: BEP 33 asks for best effort.
    int tries = Math.min(size, seedsToo ? count : 8 * count);
    for (int i = 0; i < tries && drawn < count; i++) {
      int pick = i + random.nextInt(size - i);
      swap(i, pick);
      if (seedsToo || !isSeed(i)) {
        swap(drawn++, i);
      }
    }
    return drawn;
  }

  /** Adds every seed's address to one filter and every other peer's to the second. */
  void fill(ScrapeFilter seeds, ScrapeFilter peers) {
    for (int i = 0; i < size; i++) {
      (isSeed(i) ? seeds : peers).add(filterBits[i]);
    }
  }

  private void swap(int a, int b) {
    if (a == b) {
      return;
    }
    swap(highs, a, b);
    swap(lows, a, b);
    swap(announced, a, b);
    swap(ports, a, b);
    swap(filterBits, a, b);
  }

  private static void swap(long[] values, int a, int b) {
    long kept = values[a];
    values[a] = values[b];
    values[b] = kept;
  }

  private static void swap(int[] values, int a, int b) {
    int kept = values[a];
    values[a] = values[b];
    values[b] = kept;
  }

  private void grow() {
    int capacity = size * 2;
    highs = Arrays.copyOf(highs, capacity);
    lows = Arrays.copyOf(lows, capacity);
    announced = Arrays.copyOf(announced, capacity);
    ports = Arrays.copyOf(ports, capacity);
    filterBits = Arrays.copyOf(filterBits, capacity);
  }
}
