package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.NetworkSizeEstimate;
import org.orbweaver.mainline.DhtClient;
import org.orbweaver.mainline.LookupResult;

/**
 * Lookups of nodes, at even distances around the keyspace, for a sweep that knows nobody where it
 * goes next. All nodes answer find_node, whether they know BEP 51 or not, so there is no stretch in
 * which it cannot get on: not where most lack the BEP, not beside our own IDs, not where nobody
 * lives.
 *
 * <p>One comes on {@value #NODES_PER_STEP} nodes, by an estimate of the network's size that every
 * sounding improves.
 */
final class Soundings {
  private static final long LEAST_TURN = Duration.ofHours(6).toNanos();
  private static final long PAUSE = Duration.ofSeconds(5).toNanos();
  private static final int AT_ONCE = 8;
  private static final int NODES_PER_STEP = 64;
  private static final int MOST_STEPS = 1 << 22;

  /** So many first, evenly over all the keyspace, to learn how large it is. */
  private static final int SURVEY = 8;

  /** 2^63: places are counted in 63 bits, those of a key's first 64 without their sign. */
  private static final double KEYSPACE = 0x1p63;

  private final DhtClient client;
  private NetworkSizeEstimate size = NetworkSizeEstimate.NONE;
  private long place;
  private int surveyed;
  private boolean resting;
  private long now;
  private long turnBegan = Long.MIN_VALUE;
  private long notBefore = Long.MIN_VALUE;
  private Duration lastTurn = Duration.ZERO;
  private int running;
  private int turns;
  private long queries;

  Soundings(DhtClient client) {
    this.client = client;
  }

  /** Looks farther on if it is time; true if it does. */
  boolean onTick(long time) {
    now = time;
    boolean began = false;
    while (now >= notBefore && running < AT_ONCE && (surveyed < SURVEY || size.lookups() > 1)) {
      long at = surveyed < SURVEY ? surveyed * (Long.MAX_VALUE / SURVEY) : place;
      if (turnBegan == Long.MIN_VALUE || resting) {
        turnBegan = now;
        resting = false;
      }
      running++;
      if (!client.findNode(now, new Key(at << 1, 0, 0), result -> onFound(at, result))) {
        running--;
        return began;
      }
      began = true;
      if (surveyed < SURVEY) {
        surveyed++;
      } else {
        step();
      }
    }
    return began;
  }

  private void step() {
    double steps = Math.clamp(size.nodes() / NODES_PER_STEP, 1, MOST_STEPS);
    place += (long) (KEYSPACE / steps);
    if (place < 0) {
      turns++;
      lastTurn = Duration.ofNanos(now - turnBegan);
      notBefore = turnBegan + LEAST_TURN;
      resting = true;
      place = 0;
    }
  }

  private void onFound(long at, LookupResult result) {
    running--;
    queries += result.queries();
    if (result.replies() > 0) {
      size = size.plus(result.target(), result.closest());
      return;
    }
    // Nobody at all answered: that is our own network's fault, so the turn goes on from there.
    notBefore = Math.max(notBefore, now + PAUSE);
    if (surveyed == SURVEY && !resting) {
      place = Math.min(place, at);
    } else if (size.lookups() == 0) {
      surveyed = 0;
    }
  }

  /**
   * So many bits tell the average node from all others; 0 while the size of the network is not
   * known.
   */
  int depth() {
    return surveyed < SURVEY ? 0 : (int) Math.round(Math.log(size.nodes()) / Math.log(2));
  }

  long queries() {
    return queries;
  }

  int turns() {
    return turns;
  }

  Duration lastTurn() {
    return lastTurn;
  }

  /** How much of the present turn is done. */
  double share() {
    return resting ? 1 : place / KEYSPACE;
  }
}
