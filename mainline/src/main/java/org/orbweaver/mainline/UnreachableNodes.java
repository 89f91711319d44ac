package org.orbweaver.mainline;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;

/**
 * Endpoints that did not answer lately. Others keep naming dead nodes for hours, and without this
 * memory most queries of a busy node go to them (up to 80 % wasted, by mldht's author). Each
 * further failure doubles the time in which the endpoint is not asked again; an answer halves the
 * count.
 *
 * <p>A bounded table: when full, those whose time is over first are forgotten first.
 */
final class UnreachableNodes {
  private static final long FIRST_PAUSE = Duration.ofMinutes(2).toNanos();
  private static final int EXCUSED_FAILURES = 2;
  private static final int MOST_FAILURES = 10;

  /** Failures are remembered a while longer than they forbid asking. */
  private static final long MEMORY = Duration.ofMinutes(30).toNanos();

  private final EndpointTable failures;

  UnreachableNodes(int capacity, RandomGenerator random) {
    this.failures = new EndpointTable(capacity, random);
  }

  /** It did not answer: after the third time leave it alone for 2 minutes, then 4 … to 4 hours. */
  void failed(long now, Endpoint endpoint) {
    int slot = failures.claim(now, endpoint, now);
    int count = Math.min(MOST_FAILURES, failures.count(slot) + 1);
    int serious = count - EXCUSED_FAILURES;
    long askAgain = serious > 0 ? now + (FIRST_PAUSE << (serious - 1)) : now;
    failures.count(slot, count);
    failures.mark(slot, askAgain);
    failures.deadline(slot, askAgain + MEMORY);
  }

  void answered(long now, Endpoint endpoint) {
    int slot = failures.find(now, endpoint);
    if (slot == EndpointTable.ABSENT) {
      return;
    }
    int count = failures.count(slot) / 2;
    if (count == 0) {
      failures.forget(slot);
    } else {
      failures.count(slot, count);
      failures.mark(slot, now);
    }
  }

  boolean contains(long now, Endpoint endpoint) {
    int slot = failures.find(now, endpoint);
    return slot != EndpointTable.ABSENT && failures.mark(slot) > now;
  }
}
