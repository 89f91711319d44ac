package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Key;

/**
 * IDs chosen closer to a target than any honest node's. Of the attacks that Splider found, 80 % lay
 * within 32 bits; the largest had 32 IDs, 27 of them at one address.
 *
 * @param sharedBits how many leading bits each ID shares with the target, at least
 * @param hosts over how many addresses they are spread: all but the first have one ID
 */
public record EclipseAttack(Key target, int ids, int sharedBits, int hosts) {
  public EclipseAttack {
    if (ids < 1 || hosts < 1 || hosts > ids || sharedBits < 1 || sharedBits > 56) {
      throw new IllegalArgumentException(
          "an eclipse has IDs on as many hosts or fewer and shares 1 to 56 bits with its target");
    }
  }
}
