package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Key;

/**
 * A test node with a chosen ID that the world answers for: Splider measured recall with 256 of
 * them.
 *
 * @param ageRank in [0, 1): 0 is the youngest, known only to its neighbours; near 1 it is in many
 *     tables
 */
public record Planted(Key id, double ageRank) {
  public static Planted young(Key id) {
    return new Planted(id, 0);
  }
}
