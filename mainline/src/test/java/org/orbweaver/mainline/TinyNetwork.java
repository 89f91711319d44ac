package org.orbweaver.mainline;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/**
 * A few nodes in virtual time: packets take 20 to 120 ms, some get lost, and everything follows
 * from the seed.
 */
final class TinyNetwork implements Outbox {
  private record Event(long at, long number, Runnable action) {}

  static final long MILLISECOND = 1_000_000L;
  static final long SECOND = 1_000 * MILLISECOND;

  private final SplittableRandom random;
  private final double loss;
  private final Map<Endpoint, PacketHandler> hosts = new HashMap<>();
  private final Set<@Nullable PacketHandler> attached = new HashSet<>();
  private final Map<PacketHandler, Long> wakeUps = new HashMap<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private long number;
  private long now = 1_700_000_000 * SECOND;
  long packets;

  TinyNetwork(long seed, double loss) {
    this.random = new SplittableRandom(seed);
    this.loss = loss;
  }

  long now() {
    return now;
  }

  SplittableRandom random() {
    return random;
  }

  void attach(PacketHandler host, Endpoint... addresses) {
    for (Endpoint address : addresses) {
      hosts.put(address, host);
    }
    attached.add(host);
    tickSoon(host);
  }

  void detach(Endpoint address) {
    attached.remove(hosts.remove(address));
  }

  /** As a driver does after work was handed over. */
  void tickSoon(PacketHandler host) {
    wake(host, now);
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] packet, int length) {
    packets++;
    if (random.nextDouble() >= loss) {
      byte[] copy = Arrays.copyOf(packet, length);
      long delay = (20 + random.nextInt(100)) * MILLISECOND;
      at(now + delay, () -> deliver(local, to, copy));
    }
    return true;
  }

  private void deliver(Endpoint from, Endpoint to, byte[] packet) {
    PacketHandler host = hosts.get(to);
    if (host != null) {
      wake(host, host.onPacket(now, to, from, packet, packet.length));
    }
  }

  private void wake(PacketHandler host, long time) {
    if (time == PacketHandler.NEVER || wakeUps.getOrDefault(host, Long.MAX_VALUE) <= time) {
      return;
    }
    wakeUps.put(host, time);
    at(
        time,
        () -> {
          if (wakeUps.getOrDefault(host, Long.MAX_VALUE) == time && attached.contains(host)) {
            wakeUps.remove(host);
            wake(host, host.onTick(now));
          }
        });
  }

  void at(long time, Runnable action) {
    events.add(new Event(Math.max(time, now), number++, action));
  }

  void run(long duration) {
    runUntil(now + duration, () -> false);
  }

  /** Runs until the condition holds; false if it did not within the time. */
  boolean await(long patience, BooleanSupplier condition) {
    return runUntil(now + patience, condition);
  }

  private boolean runUntil(long end, BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Event next = events.peek();
      if (next == null || next.at() > end) {
        now = end;
        return condition.getAsBoolean();
      }
      events.poll();
      now = next.at();
      next.action().run();
    }
    return true;
  }
}
