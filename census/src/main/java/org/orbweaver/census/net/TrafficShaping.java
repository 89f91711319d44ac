package org.orbweaver.census.net;

import java.util.ArrayDeque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.PerAddressLimit;
import org.orbweaver.wire.TokenBucket;

/**
 * How much is sent: all in all by token bucket (Splider, section III.C), and to any one address,
 * where thousands of nodes may be: libtorrent bans an address past 50 packets in 10 s, and whoever
 * lies about contacts must not aim us at a victim.
 *
 * <p>A question whose address has had its share waits here, up to ten seconds; then it is given up
 * unsent. At most 65,536 wait: past that nothing is asked until room is made.
 */
final class TrafficShaping {
  private static final int MOST_WAITING = 1 << 16;
  private static final long LONGEST_WAIT = 10_000_000_000L;

  /** With two packets a second: at most four in any second. */
  private static final int BURST_EACH = 2;

  /** When the kernel takes no more. */
  private static final long PAUSE = 1_000_000L;

  /**
   * One that waits.
   *
   * @param since it waited first
   */
  record Waiting(AskedQuestion question, Endpoint to, long since, long until) {}

  private final TokenBucket total;
  private final PerAddressLimit each;
  private final long interval;

  /** In the order of their ends, since all wait equally long. */
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

  private final ArrayDeque<Waiting> unsent = new ArrayDeque<>();
  private final List<ArrayDeque<Waiting>> queues = List.of(unsent, waiting);

  TrafficShaping(CensusSettings settings, long now, RandomGenerator random) {
    int rate = settings.packetsPerSecond();
    total = new TokenBucket(rate, Math.max(16, rate / 100), now);
    // Addresses are remembered for an interval or two; eight places for each that may be in use.
    int places = Math.clamp(8L * rate, 1 << 12, 1 << 20);
    each = new PerAddressLimit(settings.packetsPerSecondEach(), BURST_EACH, places, random);
    interval = (long) Math.ceil(1e9 / settings.packetsPerSecondEach());
  }

  boolean hasRoom() {
    return waiting.size() + unsent.size() < MOST_WAITING;
  }

  int waiting() {
    return waiting.size() + unsent.size();
  }

  /** Whether a packet may leave now. */
  boolean isOpen(long now) {
    return total.nextAvailable(now) <= now;
  }

  /** When a packet may leave. */
  long nextOpen(long now) {
    return total.nextAvailable(now);
  }

  /** Takes leave to send there; called while {@link #isOpen}. */
  boolean tryTake(long now, Endpoint to) {
    return each.tryTake(now, to) && total.tryTake(now);
  }

  /** The address has had its share. */
  void postpone(long now, AskedQuestion question, Endpoint to, long since) {
    waiting.add(new Waiting(question, to, since, now + interval));
  }

  /** The kernel takes no more. */
  void pause(long now, AskedQuestion question, Endpoint to) {
    unsent.add(new Waiting(question, to, now, now + PAUSE));
  }

  /** One whose time has come, or null. */
  @Nullable Waiting due(long now) {
    for (ArrayDeque<Waiting> queue : queues) {
      Waiting first = queue.peek();
      if (first != null && first.until() <= now) {
        return queue.remove();
      }
    }
    return null;
  }

  static boolean hasWaitedTooLong(long now, Waiting one) {
    return now - one.since() > LONGEST_WAIT;
  }

  long nextDue() {
    Waiting first = waiting.peek();
    Waiting paused = unsent.peek();
    return Math.min(
        first == null ? PacketHandler.NEVER : first.until(),
        paused == null ? PacketHandler.NEVER : paused.until());
  }
}
