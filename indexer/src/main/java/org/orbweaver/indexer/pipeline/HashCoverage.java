package org.orbweaver.indexer.pipeline;

import java.util.HashMap;
import java.util.Map;
import org.orbweaver.kademlia.Key;

/**
 * What share of all hashes the sweep has been told, estimated from how many were told once and how
 * many by two nodes (Chao's estimator): where most were told several times, few were never told.
 *
 * <p>Bounded: one hash in {@value #ONE_IN} is watched, {@value #MOST} at most.
 */
final class HashCoverage {
  private static final int ONE_IN = 32;
  private static final int MOST = 20_000;

  private final Map<Key, Integer> tellers = new HashMap<>();
  private long once;
  private long twice;

  void told(Key hash) {
    if (hash.low() % ONE_IN != 0 || tellers.size() >= MOST && !tellers.containsKey(hash)) {
      return;
    }
    int count = tellers.merge(hash, 1, Integer::sum);
    once += count == 1 ? 1 : count == 2 ? -1 : 0;
    twice += count == 2 ? 1 : count == 3 ? -1 : 0;
  }

  /** Between 0 and 1; 0 while nothing is known. */
  double share() {
    double unseen = twice == 0 ? once * (once - 1) / 2.0 : (double) once * once / (2.0 * twice);
    return tellers.isEmpty() ? 0 : tellers.size() / (tellers.size() + unseen);
  }
}
