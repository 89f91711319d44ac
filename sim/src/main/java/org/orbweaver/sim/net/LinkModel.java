package org.orbweaver.sim.net;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;

/** What becomes of a packet between two endpoints. */
@FunctionalInterface
public interface LinkModel {
  /** The answer for a packet that never arrives. */
  long LOST = -1;

  /** How many nanoseconds the packet is on its way, or {@link #LOST}. Asked once per packet. */
  long delay(Endpoint from, Endpoint to, RandomGenerator random);

  /** Every packet takes the same time: the simplest network to reason about. */
  static LinkModel constant(Duration delay) {
    long nanos = delay.toNanos();
    return (from, to, random) -> nanos;
  }

  /** Delays drawn evenly from a range; packets overtake each other. */
  static LinkModel between(Duration shortest, Duration longest) {
    long from = shortest.toNanos();
    long to = longest.toNanos() + 1;
    return (sender, receiver, random) -> random.nextLong(from, to);
  }

  /** This model with a share of all packets lost on top. */
  default LinkModel losing(double share) {
    return (from, to, random) -> random.nextDouble() < share ? LOST : delay(from, to, random);
  }
}
