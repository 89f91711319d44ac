package org.orbweaver.census;

import java.util.Arrays;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Every node a crawl has heard of, once for each pair of ID and endpoint, numbered in the order of
 * discovery. A node is 64 bytes, one cache line, and 4 to 11 more in the hash index, so that 16.4
 * million fit into 1.2 GB of one process:
 *
 * <pre>
 *   word 0  | ID, bits 0–63                                                   |
 *   word 1  | ID, bits 64–127                                                 |
 *   word 2  | ID, bits 128–159              | first seen, ms after the start  |
 *   word 3  | address, high                                                   |
 *   word 4  | address, low (IPv4 in mapped form)                              |
 *   word 5  | port: 16 | sources: 16 | asked: 8 | silent: 8 | flags: 8 | again: 8 |
 *   word 6  | client version: 32            | round trip, µs: 32              |
 *   word 7  | last seen, ms after the start | – : 24                  | error: 8 |
 * </pre>
 *
 * Pages are added as nodes come, so growing never copies them; only the index is rehashed. Nothing
 * is ever removed: a crawl is as large as the network, and whoever starts one gives the process
 * that much memory. Counters stop at their largest value.
 */
public final class KnownNodes implements SnapshotNodes {
  private static final int WORDS = 8;
  private static final int PAGE_BITS = 15;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int EMPTY = -1;

  /** The bits of an index entry that are a node's number: more nodes than IPv4 will ever have. */
  private static final int NUMBER = (1 << 27) - 1;

  private static final int SOURCES_SHIFT = 32;
  private static final int ASKED_SHIFT = 24;
  private static final int SILENT_SHIFT = 16;
  private static final int AGAIN_SHIFT = 0;
  private static final long ANSWERED = 1L << 8;

  private final long startMillis;
  private long[][] pages = {};
  private int[] index = new int[1 << 10];
  private int size;

  /**
   * @param start of the crawl, in nanoseconds; times are kept for 49 days from there
   */
  public KnownNodes(long start) {
    startMillis = start / 1_000_000;
    Arrays.fill(index, EMPTY);
  }

  @Override
  public int size() {
    return size;
  }

  /** Notes that somebody told of this node, and returns its number. */
  public int hear(Contact contact, long now) {
    long hash = hash(contact.id(), contact.endpoint());
    int slot = slot(hash, contact.id(), contact.endpoint());
    int node;
    if (index[slot] == EMPTY) {
      node = append(contact, now);
      index[slot] = entry(hash, node);
      if (size > index.length / 4 * 3) {
        rehash();
      }
    } else {
      node = index[slot] & NUMBER;
    }
    heardAgain(node, now);
    return node;
  }

  /**
   * The same for all nodes of an answer. Neither index nor nodes are in the cache: of each the
   * first word is read before any is compared, so that the processor waits twice, not twice for
   * each.
   *
   * @param numbers gets their numbers
   */
  public void hear(Contact[] told, int count, long now, int[] numbers) {
    for (int i = 0; i < count; i++) {
      numbers[i] = index[first(hash(told[i].id(), told[i].endpoint()))];
    }
    for (int i = 0; i < count; i++) {
      int node = numbers[i] & NUMBER;
      boolean begins = numbers[i] != EMPTY && page(node)[at(node)] == told[i].id().high();
      numbers[i] = begins ? node : EMPTY;
    }
    for (int i = 0; i < count; i++) {
      if (numbers[i] != EMPTY && is(numbers[i], told[i].id(), told[i].endpoint())) {
        heardAgain(numbers[i], now);
      } else {
        numbers[i] = hear(told[i], now);
      }
    }
  }

  /** As {@link #hear(Contact, long)}, for a node whose number is at hand. */
  public void heardAgain(int node, long now) {
    count(node, SOURCES_SHIFT, 0xFFFF);
    seen(node, now);
  }

  /** The number of that node, or −1. */
  public int find(Key id, Endpoint endpoint) {
    int found = index[slot(hash(id, endpoint), id, endpoint)];
    return found == EMPTY ? EMPTY : found & NUMBER;
  }

  /** Notes that a question was sent to the node. */
  void asked(int node) {
    count(node, ASKED_SHIFT, 0xFF);
  }

  /** Notes that a question to the node was sent once more. */
  void askedAgain(int node) {
    asked(node);
    count(node, AGAIN_SHIFT, 0xFF);
  }

  void silent(int node, ErrorClass error) {
    count(node, SILENT_SHIFT, 0xFF);
    long[] page = page(node);
    int at = at(node) + 7;
    page[at] = page[at] & ~0xFFL | error.ordinal();
  }

  /**
   * @param version the four bytes of the client's version, 0 if it gave none
   */
  void answered(int node, long now, long roundTripNanos, int version) {
    long[] page = page(node);
    int at = at(node);
    page[at + 5] |= ANSWERED;
    long micros = Math.clamp(roundTripNanos / 1000, 0L, 0xFFFF_FFFFL);
    page[at + 6] = (long) version << 32 | micros;
    seen(node, now);
  }

  @Override
  public Key id(int node) {
    long[] page = page(node);
    int at = at(node);
    return new Key(page[at], page[at + 1], (int) (page[at + 2] >>> 32));
  }

  @Override
  public long idHigh(int node) {
    return page(node)[at(node)];
  }

  @Override
  public Endpoint endpoint(int node) {
    long[] page = page(node);
    int at = at(node);
    return new Endpoint(page[at + 3], page[at + 4], (int) (page[at + 5] >>> 48));
  }

  /** How often others told of it, up to 65,535. */
  public int sources(int node) {
    return field(node, SOURCES_SHIFT, 0xFFFF);
  }

  /** The packets it was sent, up to 255. */
  public int timesAsked(int node) {
    return field(node, ASKED_SHIFT, 0xFF);
  }

  /** The different questions it was sent: a second try is none. */
  public int questions(int node) {
    return timesAsked(node) - field(node, AGAIN_SHIFT, 0xFF);
  }

  public int timesSilent(int node) {
    return field(node, SILENT_SHIFT, 0xFF);
  }

  public boolean hasAnswered(int node) {
    return (page(node)[at(node) + 5] & ANSWERED) != 0;
  }

  /** How its last question ended, if it never answered any. */
  public ErrorClass error(int node) {
    return hasAnswered(node)
        ? ErrorClass.NONE
        : ErrorClass.VALUES.get((int) page(node)[at(node) + 7] & 0xFF);
  }

  /** Not worth another question: silent when asked first, or twice after all. */
  public boolean seemsGone(int node) {
    int silences = timesSilent(node);
    return silences > 1 || silences == 1 && !hasAnswered(node);
  }

  public KnownNode get(int node) {
    long[] page = page(node);
    int at = at(node);
    return new KnownNode(
        id(node),
        endpoint(node),
        time(page[at + 2] & 0xFFFF_FFFFL),
        time(page[at + 7] >>> 32),
        hasAnswered(node),
        timesAsked(node),
        sources(node),
        (page[at + 6] & 0xFFFF_FFFFL) * 1000,
        (int) (page[at + 6] >>> 32));
  }

  /** The heap that all this takes. */
  public long bytes() {
    return (long) pages.length * PAGE * WORDS * Long.BYTES + (long) index.length * Integer.BYTES;
  }

  private int append(Contact contact, long now) {
    int node = size++;
    if (node >> PAGE_BITS == pages.length) {
      pages = Arrays.copyOf(pages, pages.length + 1);
      pages[pages.length - 1] = new long[PAGE * WORDS];
    }
    long[] page = page(node);
    int at = at(node);
    Key id = contact.id();
    Endpoint endpoint = contact.endpoint();
    page[at] = id.high();
    page[at + 1] = id.middle();
    page[at + 2] = (long) id.low() << 32 | millis(now);
    page[at + 3] = endpoint.high();
    page[at + 4] = endpoint.low();
    page[at + 5] = (long) endpoint.port() << 48;
    return node;
  }

  private void seen(int node, long now) {
    long[] page = page(node);
    int at = at(node) + 7;
    page[at] = page[at] & 0xFFFF_FFFFL | millis(now) << 32;
  }

  private void count(int node, int shift, int most) {
    if (field(node, shift, most) < most) {
      page(node)[at(node) + 5] += 1L << shift;
    }
  }

  private int field(int node, int shift, int mask) {
    return (int) (page(node)[at(node) + 5] >>> shift) & mask;
  }

  private long millis(long now) {
    return Math.clamp(now / 1_000_000 - startMillis, 0L, 0xFFFF_FFFFL);
  }

  private long time(long millis) {
    return (startMillis + millis) * 1_000_000;
  }

  private long[] page(int node) {
    return pages[node >> PAGE_BITS];
  }

  private static int at(int node) {
    return (node & (PAGE - 1)) * WORDS;
  }

  /** Where the node stands in the index or, if it is new, where it belongs. */
  private int slot(long hash, Key id, Endpoint endpoint) {
    int slot = first(hash);
    for (int found; (found = index[slot]) != EMPTY; slot = (slot + 1) & (index.length - 1)) {
      int node = found & NUMBER;
      if (found == entry(hash, node) && is(node, id, endpoint)) {
        break;
      }
    }
    return slot;
  }

  private int first(long hash) {
    return (int) (hash >>> 32) & (index.length - 1);
  }

  /** A node's entry in the index: five bits of its hash spare most looks at other nodes. */
  private static int entry(long hash, int node) {
    return (int) hash & ~NUMBER | node;
  }

  private boolean is(int node, Key id, Endpoint endpoint) {
    long[] page = page(node);
    int at = at(node);
    return page[at] == id.high()
        && page[at + 1] == id.middle()
        && (int) (page[at + 2] >>> 32) == id.low()
        && page[at + 3] == endpoint.high()
        && page[at + 4] == endpoint.low()
        && page[at + 5] >>> 48 == endpoint.port();
  }

  private static long hash(Key id, Endpoint endpoint) {
    return hash(id.high(), id.middle(), endpoint.high(), endpoint.low(), endpoint.port());
  }

  private static long hash(long a, long b, long c, long d, int port) {
    // Sybils choose their IDs and many share an address: every bit of both must count.
    long mixed = a ^ Long.rotateLeft(b, 29) ^ Long.rotateLeft(c, 17) ^ (d * 31 + port);
    return (mixed ^ mixed >>> 32) * 0x9E3779B97F4A7C15L;
  }

  private void rehash() {
    index = new int[index.length * 2];
    Arrays.fill(index, EMPTY);
    for (int node = 0; node < size; node++) {
      long[] page = page(node);
      int at = at(node);
      int port = (int) (page[at + 5] >>> 48);
      long hash = hash(page[at], page[at + 1], page[at + 3], page[at + 4], port);
      int slot = first(hash);
      while (index[slot] != EMPTY) {
        slot = (slot + 1) & (index.length - 1);
      }
      index[slot] = entry(hash, node);
    }
  }
}
