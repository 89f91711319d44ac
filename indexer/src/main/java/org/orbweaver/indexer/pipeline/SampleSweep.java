package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.DhtClient;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.NodeSampleListener;

/**
 * Asks the nodes of one DHT what they store (BEP 51), each when it is its turn and never before.
 *
 * <p>Nobody is looked for in vain: every node that any reply names, whatever was asked, is heard
 * here; those whose turn it is wait in the order of their IDs, and a node that is asked names its
 * own neighbours, who wait next. So one known node leads to all of its part of the keyspace, and
 * the lookups for what it tells lead further. Only where the wait grows short, {@link Soundings}
 * look a little farther on; they go once around the keyspace in six hours at most.
 *
 * <p>Bounded: {@value #MOST_WAITING} nodes may wait, and as many that are to be asked again; a
 * further one is not taken, and will be heard of again.
 */
final class SampleSweep {
  private static final int MOST_WAITING = 50_000;
  private static final int FEW_WAITING = 256;
  private static final int MOST_OPEN = 96;
  private static final int GROUPS = 8;

  /** If nothing can be sent, those who wait are not all passed over at once. */
  private static final int MOST_IN_VAIN = 32;

  /** BEP 51's longest interval: so long rests who has not said how long. */
  private static final long USUAL_REST = Duration.ofHours(6).toNanos();

  /** Who says less is left alone for so long all the same. */
  private static final long LEAST_REST = Duration.ofMinutes(15).toNanos();

  /** Programs are updated now and then, and the dead stay dead. */
  private static final long LONG_REST = Duration.ofDays(1).toNanos();

  private record Again(long due, Contact node) {}

  private final Harvest harvest;
  private final TellingNodes tellers;
  private final DhtClient client;
  private final SampleTurns turns;
  private final Soundings soundings;
  private final HashCoverage coverage = new HashCoverage();
  private final TreeMap<Key, Contact> waiting = new TreeMap<>();
  private final PriorityQueue<Again> more =
      new PriorityQueue<>((a, b) -> Long.compare(a.due(), b.due()));
  private Key cursor = Key.ZERO;
  private int open;
  private long asked;
  private long answered;
  private long refused;
  private long silent;

  SampleSweep(Harvest harvest, TellingNodes tellers, DhtClient client, SampleTurns turns) {
    this.harvest = harvest;
    this.tellers = tellers;
    this.client = client;
    this.turns = turns;
    this.soundings = new Soundings(client);
  }

  /** Somebody named this node. */
  void heard(long now, Contact node) {
    if (Family.of(node.endpoint()) == client.family()
        && node.endpoint().port() != 0
        && waiting.size() < MOST_WAITING
        && turns.mayAsk(now, node.endpoint())) {
      waiting.putIfAbsent(node.id(), node);
    }
  }

  /**
   * Asks whose turn it is.
   *
   * @param wanted whether hashes are wanted; when enough wait to be looked up, nodes are left alone
   * @return whether anybody was asked
   */
  boolean onTick(long now, boolean wanted) {
    if (!wanted) {
      return false;
    }
    boolean began = false;
    int inVain = 0;
    Contact next;
    while (open < MOST_OPEN
        && inVain < MOST_IN_VAIN
        && !turns.isFull(now)
        && (next = next(now)) != null) {
      boolean asks = ask(now, next);
      inVain += asks ? 0 : 1;
      began |= asks;
    }
    if (waiting.size() < FEW_WAITING) {
      began |= soundings.onTick(now);
    }
    return began;
  }

  /** Who is to be asked again and may be, then whoever comes next behind the last. */
  private @Nullable Contact next(long now) {
    Again first = more.peek();
    if (first != null && first.due() <= now) {
      return more.remove().node();
    }
    Map.Entry<Key, Contact> entry = waiting.ceilingEntry(cursor);
    entry = entry == null ? waiting.firstEntry() : entry;
    if (entry == null) {
      return null;
    }
    waiting.remove(entry.getKey());
    cursor = entry.getKey();
    return entry.getValue();
  }

  private boolean ask(long now, Contact node) {
    Endpoint place = node.endpoint();
    if (!turns.mayAsk(now, place)) {
      return false; // it was heard of under two IDs
    }
    Answer answer = new Answer(!turns.isKnown(place));
    if (!client.sampleOf(now, node, target(node), answer)) {
      return false; // banned, or nothing can be sent just now: it was not asked, and may be
    }
    turns.rest(now, place, now + USUAL_REST);
    open++;
    asked++;
    return true;
  }

  /**
   * Of whom the node shall tell: by turns its own neighbours and some of the next 4, 8 … 256 nodes
   * beside them. If all told of their own neighbours only, every such group would tell of itself
   * and none of the next: measured, two in three nodes were never heard of.
   */
  private Key target(Contact node) {
    int level = (int) (asked % GROUPS);
    int bit = soundings.depth() - 2 - level;
    return level == 0 || bit < 0 ? node.id() : node.id().flip(bit);
  }

  /**
   * The first turn takes minutes. If all were asked again as soon as they may be, what is new would
   * be heard of once in six hours, by all of its holders at once; so second questions are spread
   * over another interval, and from then on a torrent's holders have their turns at different
   * times.
   */
  private static long spread(long rest, Endpoint node) {
    return (long) (rest * ((node.hashCode() >>> 1) * 0x1p-31));
  }

  SweepMetrics metrics() {
    return new SweepMetrics(
        asked,
        answered,
        refused,
        silent,
        waiting.size(),
        turns.size(),
        soundings.queries(),
        soundings.turns(),
        soundings.share(),
        soundings.lastTurn(),
        coverage.share());
  }

  /** What becomes of one question. */
  private final class Answer implements NodeSampleListener {
    private final boolean first;
    private boolean stalled;

    /**
     * @param first whether the node was never asked before
     */
    Answer(boolean first) {
      this.first = first;
    }

    @Override
    public void onSamples(
        long now, Contact node, List<Key> infohashes, long outOf, Duration interval) {
      end();
      answered++;
      long rest = Math.max(LEAST_REST, interval.toNanos());
      if (outOf > infohashes.size() && more.size() < MOST_WAITING) {
        more.add(new Again(now + rest, node));
      } else if (first) {
        rest += spread(rest, node.endpoint());
      }
      turns.rest(now, node.endpoint(), now + rest);
      for (Key infohash : infohashes) {
        tellers.add(infohash, node);
        coverage.told(infohash);
      }
      harvest.onSamples(now, infohashes);
    }

    @Override
    public void onRefusal(long now, Contact node) {
      end();
      refused++;
      turns.rest(now, node.endpoint(), now + LONG_REST);
    }

    /** The dead would hold all places for ten seconds each. */
    @Override
    public void onStall(long now, Contact node) {
      end();
      stalled = true;
    }

    @Override
    public void onSilence(long now, Contact node) {
      end();
      silent++;
      if (!first) {
        // Others name the dead for days: every second question would go to them.
        turns.rest(now, node.endpoint(), now + LONG_REST);
      } else if (client.isLosing() && more.size() < MOST_WAITING) {
        // A machine that is busy with other things loses answers by the thousand. Without a second
        // chance, all that those nodes could tell would stay unknown for six hours.
        turns.rest(now, node.endpoint(), now + LEAST_REST);
        more.add(new Again(now + LEAST_REST, node));
      }
    }

    private void end() {
      open -= stalled ? 0 : 1;
    }
  }
}
