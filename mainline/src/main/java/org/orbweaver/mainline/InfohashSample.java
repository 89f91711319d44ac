package org.orbweaver.mainline;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Key;

/**
 * The subset of our infohashes that {@code sample_infohashes} is answered with (BEP 51). It is
 * drawn anew only once per interval: asking again sooner yields nothing, so indexers need not.
 * While everything fits, everything is given.
 */
final class InfohashSample {
  /** With 8 nodes of each family this keeps the reply within 1,024 bytes. */
  static final int MOST = 20;

  private final Shelf<Swarm> swarms;
  private final long interval;
  private final RandomGenerator random;
  private final Key[] drawn = new Key[MOST];
  private int size;
  private long renewAt = Long.MIN_VALUE;

  InfohashSample(Shelf<Swarm> swarms, Duration interval, RandomGenerator random) {
    this.swarms = swarms;
    this.interval = interval.toNanos();
    this.random = random;
  }

  void renew(long now) {
    // A sample with places left is one drawn when we had few: complete it at once.
    if (now < renewAt && (size == MOST || size == swarms.size())) {
      return;
    }
    renewAt = now + interval;
    size = Math.min(MOST, swarms.size());
    // Floyd's sampling: the j-th draw is from the first j swarms, a repetition becomes the j-th
    // itself, and every subset is equally likely.
    int next = 0;
    for (int j = swarms.size() - size; j < swarms.size(); j++) {
      Key candidate = swarms.get(random.nextInt(j + 1)).key();
      drawn[next] = contains(candidate, next) ? swarms.get(j).key() : candidate;
      next++;
    }
  }

  private boolean contains(Key key, int count) {
    for (int i = 0; i < count; i++) {
      if (drawn[i].equals(key)) {
        return true;
      }
    }
    return false;
  }

  int size() {
    return size;
  }

  /** The first {@link #size} of them are the sample. */
  Key[] shared() {
    return drawn;
  }

  /** How many infohashes are stored in all. */
  int outOf() {
    return swarms.size();
  }

  /** Seconds until another sample is drawn; none to wait while the sample is complete. */
  long secondsLeft(long now) {
    return swarms.size() <= MOST ? 0 : Math.max(0, (renewAt - now) / 1_000_000_000L);
  }
}
