package org.orbweaver.kademlia;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Runs lookups in a {@link ModelNetwork} in virtual time: round trips, loss, stalls, timeouts. */
final class LookupDriver {
  static final long MILLISECOND = 1_000_000L;
  private static final long STALL = 400 * MILLISECOND;
  private static final long TIMEOUT = 10_000 * MILLISECOND;

  private record Event(long time, long order, Runnable action) {}

  private final ModelNetwork network;
  private final Random random;
  private final double loss;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingLong(Event::order));
  private long order;
  long now;
  long convergedAt;

  LookupDriver(ModelNetwork network, Random random, double loss) {
    this.network = network;
    this.random = random;
    this.loss = loss;
    this.now = 1_800_000_000_000L * MILLISECOND;
  }

  void run(Lookup lookup) {
    long start = now;
    convergedAt = -1;
    pump(lookup);
    while (!events.isEmpty()) {
      Event event = events.remove();
      now = event.time;
      event.action.run();
      pump(lookup);
      if (convergedAt < 0 && lookup.converged()) {
        convergedAt = now - start;
      }
      if (lookup.finished()) {
        events.clear();
      }
    }
  }

  private void pump(Lookup lookup) {
    @Nullable Contact contact = lookup.next(now);
    while (contact != null) {
      send(lookup, contact);
      contact = lookup.next(now);
    }
  }

  private void send(Lookup lookup, Contact to) {
    if (network.isLive(to) && random.nextDouble() >= loss && random.nextDouble() >= loss) {
      long roundTrip = (30 + random.nextInt(400)) * MILLISECOND;
      at(roundTrip, () -> lookup.onReply(now, to, to.id(), network.findNode(to, lookup.target())));
      if (roundTrip > STALL) {
        at(STALL, () -> lookup.onStall(now, to));
      }
    } else {
      at(STALL, () -> lookup.onStall(now, to));
      at(TIMEOUT, () -> lookup.onFailure(now, to));
    }
  }

  private void at(long delay, Runnable action) {
    events.add(new Event(now + delay, order++, action));
  }
}
