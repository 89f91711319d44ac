package org.orbweaver.sim.world;

/**
 * Many IDs at one address, spread over the keyspace as chance has it. Splider found 200 of more
 * than a hundred IDs, the largest of 5,218.
 */
public record SybilAttack(int ids) {
  public SybilAttack {
    if (ids < 2 || ids > 60_000) {
      throw new IllegalArgumentException("a sybil attack has 2 to 60,000 IDs, not " + ids);
    }
  }
}
