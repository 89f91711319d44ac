package org.orbweaver.overlay.trust;

import java.util.Set;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Period;

/**
 * How a peer trusts. All peers of a swarm must agree on the length of a period, and on whether
 * there is any.
 *
 * @param periodNanos 0 in a private swarm, whose members know each other and need none of it
 * @param pinned peers that are answered whatever others say
 * @param banned peers that are not
 */
public record TrustSettings(long periodNanos, Set<Key> pinned, Set<Key> banned) {
  public static final TrustSettings OFF = of(0);
  public static final TrustSettings DAILY = of(Period.NANOS);

  public TrustSettings {
    pinned = Set.copyOf(pinned);
    banned = Set.copyOf(banned);
  }

  public static TrustSettings of(long periodNanos) {
    return new TrustSettings(periodNanos, Set.of(), Set.of());
  }

  public boolean isOn() {
    return periodNanos > 0;
  }
}
