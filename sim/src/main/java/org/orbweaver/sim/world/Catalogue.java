package org.orbweaver.sim.world;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.orbweaver.kademlia.Key;

/**
 * All torrents of the world, numbered by popularity: number 0 is asked for most, and number n as
 * often as (n+1)^−exponent says (Zipf), those not born yet and those dead included. Their metadata
 * is made when asked; their infohashes are kept, 20 bytes and an object each.
 */
public final class Catalogue {
  public static final int NONE = -1;

  private final TorrentInfo dictionaries;
  private final Key[] infohashes;
  private final int[] byInfohash;
  private final SortedKeys order;
  private final double[] cumulative;
  private final Lifespans lifespans;

  Catalogue(long seed, int torrents, double exponent) {
    this(seed, torrents, exponent, Turnover.NONE);
  }

  /**
   * @param alive how many there are at any time
   */
  Catalogue(long seed, int alive, double exponent, Turnover turnover) {
    int torrents = turnover.total(alive);
    lifespans = new Lifespans(seed, alive, turnover);
    dictionaries = new TorrentInfo(seed);
    infohashes = new Key[torrents];
    Arrays.parallelSetAll(infohashes, torrent -> sha1(dictionaries.of(torrent)));
    byInfohash =
        IntStream.range(0, torrents)
            .boxed()
            .sorted(Comparator.comparing(torrent -> infohashes[torrent]))
            .mapToInt(Integer::intValue)
            .toArray();
    order = new SortedKeys(Arrays.stream(infohashes).mapToLong(Key::high).toArray());
    cumulative = new double[torrents];
    double sum = 0;
    for (int torrent = 0; torrent < torrents; torrent++) {
      sum += StrictMath.pow(torrent + 1.0, -exponent);
      cumulative[torrent] = sum;
    }
  }

  private static Key sha1(byte[] bytes) {
    try {
      return Key.read(MessageDigest.getInstance("SHA-1").digest(bytes), 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }

  public int size() {
    return infohashes.length;
  }

  public Key infohash(int torrent) {
    return infohashes[torrent];
  }

  /** The info dictionary's bytes, whose SHA-1 is the infohash. */
  public byte[] metadata(int torrent) {
    return dictionaries.of(torrent);
  }

  public String name(int torrent) {
    return dictionaries.name(torrent);
  }

  /** Whether the metadata forbids to share it over the DHT (BEP 27). */
  public boolean isPrivate(int torrent) {
    return dictionaries.isPrivate(torrent);
  }

  /** When it is born; long ago for those that are there from the beginning. */
  public long bornAt(int torrent) {
    return lifespans.bornAt(torrent);
  }

  /** When its last peer leaves. */
  public long diesAt(int torrent) {
    return lifespans.diesAt(torrent);
  }

  public boolean isAlive(int torrent, long now) {
    return lifespans.isAlive(torrent, now);
  }

  /** The torrent with that infohash, or {@link #NONE}. */
  public int find(Key infohash) {
    for (int at = order.notBelow(infohash.high());
        at < size() && order.high(at) == infohash.high();
        at++) {
      if (infohashes[byInfohash[at]].equals(infohash)) {
        return byInfohash[at];
      }
    }
    return NONE;
  }

  /** Of all lookups, the share that is for this torrent. */
  public double popularity(int torrent) {
    double before = torrent == 0 ? 0 : cumulative[torrent - 1];
    return (cumulative[torrent] - before) / cumulative[size() - 1];
  }

  /** The torrent a lookup is for, by popularity, for a number in [0, 1). */
  int pick(double unit) {
    int found = Arrays.binarySearch(cumulative, unit * cumulative[size() - 1]);
    return Math.min(size() - 1, found >= 0 ? found + 1 : -found - 1);
  }

  /** Where in infohash order the torrents begin that share {@code depth} bits with the key. */
  int first(long key, int depth) {
    return order.first(key, depth);
  }

  int end(long key, int depth) {
    return order.end(key, depth);
  }

  /** The torrent at a place in infohash order. */
  int inOrder(int place) {
    return byInfohash[place];
  }
}
