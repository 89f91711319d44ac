package org.orbweaver.mainline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.PerAddressLimit;
import org.orbweaver.wire.TokenBucket;

/**
 * How much we ask, in all and of any one address, all homes together; and the questions held back
 * by it. Lookups for neighbouring keys meet the same few nodes, so this happens every day to an
 * indexer that goes through its hashes in order.
 *
 * <p>Bounded: when too many wait, a further one is refused.
 */
final class SendingLimits {
  /** Whether a query may be sent now, and if not, why. */
  enum Leave {
    GIVEN,
    TOTAL_IS_SPENT,
    ADDRESS_IS_BUSY
  }

  record Deferred(long due, long number, LocalHome home, PendingQuestion question) {}

  private static final int MOST_WAITING = 8_192;

  /** A tenth of a second's packets may leave at once. */
  private static final int BURSTS_PER_SECOND = 10;

  private static final int LEAST_BURST = 16;
  private static final long ADDRESS_PAUSE = Duration.ofMillis(200).toNanos();

  private final AdaptiveRate rate;
  private final TokenBucket total;
  private final PerAddressLimit perAddress;

  /** Those that any moment may suit, in their order: only the first is looked at. */
  private final Deque<Deferred> forTotal = new ArrayDeque<>();

  /** Those that must wait for their address. */
  private final PriorityQueue<Deferred> forAddress =
      new PriorityQueue<>(
          Comparator.comparingLong(Deferred::due).thenComparingLong(Deferred::number));

  private long number;

  SendingLimits(long now, int queriesPerSecond, PerAddressLimit perAddress) {
    this.rate = new AdaptiveRate(now, queriesPerSecond);
    int burst = Math.max(LEAST_BURST, queriesPerSecond / BURSTS_PER_SECOND);
    this.total = new TokenBucket(rate.perSecond(), burst, now);
    this.perAddress = perAddress;
  }

  /** The rates follow who answers. */
  void answered(Endpoint node) {
    rate.answered(node);
  }

  void silent(Endpoint node) {
    rate.silent(node);
  }

  void onTick(long now) {
    if (rate.onTick(now)) {
      total.earn(now, rate.perSecond());
    }
  }

  boolean isLosing() {
    return rate.isLosing();
  }

  int queriesPerSecond() {
    return rate.perSecond();
  }

  /** How many questions wait for their leave. */
  int waiting() {
    return forTotal.size() + forAddress.size();
  }

  /**
   * Takes leave to send one query to that address now.
   *
   * @param waited whether it has been held back before; if not, it goes behind those that have
   */
  Leave take(long now, Endpoint to, boolean waited) {
    if (!waited && !forTotal.isEmpty() || total.nextAvailable(now) > now) {
      return Leave.TOTAL_IS_SPENT;
    }
    if (!perAddress.tryTake(now, to)) {
      return Leave.ADDRESS_IS_BUSY;
    }
    total.tryTake(now);
    return Leave.GIVEN;
  }

  /** Keeps a question that got no leave until it may try again; false if there is no room. */
  boolean defer(long now, Leave reason, LocalHome home, PendingQuestion question) {
    if (waiting() >= MOST_WAITING) {
      return false;
    }
    if (reason == Leave.ADDRESS_IS_BUSY) {
      return forAddress.add(new Deferred(now + ADDRESS_PAUSE, number++, home, question));
    }
    return forTotal.add(new Deferred(now, number++, home, question));
  }

  /** The next question whose time has come, or null. */
  @Nullable Deferred due(long now) {
    if (total.nextAvailable(now) > now) {
      return null;
    }
    Deferred first = forAddress.peek();
    return first != null && first.due() <= now ? forAddress.poll() : forTotal.poll();
  }

  long nextDue(long now) {
    long soonest = forTotal.isEmpty() ? PacketHandler.NEVER : now;
    Deferred first = forAddress.peek();
    long next = first == null ? soonest : Math.min(soonest, first.due());
    return next == PacketHandler.NEVER ? next : Math.max(next, total.nextAvailable(now));
  }
}
