package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.mainline.DhtClient;
import org.orbweaver.mainline.LookupResult;
import org.orbweaver.mainline.SampleListener;

/**
 * Asks the nodes of one part of the DHT what they store (BEP 51), in natural order: a lookup at the
 * cursor hears all nodes of the subspace around it that know the BEP, and the cursor moves behind
 * that subspace. One lookup at a time; there is no queue.
 *
 * <p>Nodes want to be left alone for six hours after a sample, so a round takes at least that long.
 */
final class SampleSweep {
  private static final long ROUND = Duration.ofHours(6).toNanos();
  private static final long PAUSE = Duration.ofSeconds(10).toNanos();

  /** A lookup that hears fewer nodes has not heard all there are. */
  private static final int WHOLE_ANSWER = 8;

  private static final int MOST_SHORTFALLS = 3;

  /** So many of the closest nodes that know the BEP are heard, and no other of them is missed. */
  private static final int CERTAIN = 4;

  private final Harvest harvest;
  private final DhtClient client;
  private final Prefix part;
  private Key cursor;
  private boolean running;
  private long notBefore = Long.MIN_VALUE;
  private long roundBegan;
  private long queries;
  private int shortfalls;
  private int rounds;

  SampleSweep(Harvest harvest, DhtClient client, Prefix part) {
    this.harvest = harvest;
    this.client = client;
    this.part = part;
    this.cursor = part.first();
  }

  /** Sweeps over all of the keyspace, in 2^depth parts at once. */
  static List<SampleSweep> ofAll(Harvest harvest, DhtClient client, int depth) {
    return IntStream.range(0, 1 << depth)
        .mapToObj(i -> new Prefix(new Key((long) i << (Long.SIZE - depth & 63), 0, 0), depth))
        .map(part -> new SampleSweep(harvest, client, part))
        .toList();
  }

  /** Looks at the next subspace if it is time; true if it has begun. */
  boolean onTick(long now) {
    if (running || now < notBefore) {
      return false;
    }
    if (cursor.equals(part.first())) {
      roundBegan = now;
    }
    running = true;
    boolean begun = client.sample(now, cursor, new Listener(now));
    running &= begun;
    return begun;
  }

  private void advance(LookupResult result, long began) {
    queries += result.queries();
    if (result.closest().size() < WHOLE_ANSWER && ++shortfalls <= MOST_SHORTFALLS) {
      notBefore = began + PAUSE; // cut off for a moment, or few in this network know the BEP
      return;
    }
    shortfalls = 0;
    // Answers name the eight nodes closest to the cursor, of which two in five may know the BEP. So
    // only of the closest that answered can one say that there are no others between them. Steps
    // are
    // half as large as the subspace that these span: most nodes get a second chance.
    int shared =
        result.closest().stream()
            .limit(CERTAIN)
            .mapToInt(node -> node.id().commonPrefixLength(cursor))
            .min()
            .orElse(0);
    Key heard = Prefix.of(cursor, Math.min(Key.BITS, shared + 2)).last();
    if (heard.compareTo(part.last()) >= 0) {
      cursor = part.first();
      notBefore = roundBegan + ROUND;
      rounds++;
    } else {
      cursor = heard.next();
    }
  }

  int rounds() {
    return rounds;
  }

  long queries() {
    return queries;
  }

  private final class Listener implements SampleListener {
    private final long began;

    Listener(long began) {
      this.began = began;
    }

    @Override
    public void onSamples(Contact from, List<Key> infohashes, long outOf, Duration interval) {
      harvest.onSamples(began, infohashes);
    }

    @Override
    public void onFinish(LookupResult result) {
      running = false;
      advance(result, began);
    }
  }
}
