package org.orbweaver.sim.world;

/** The truth that lookups try to find: who really is closest to a key. */
public final class NearestNodes {
  private final SortedKeys keys;
  private final Liveness liveness;

  public NearestNodes(Population population, Liveness liveness) {
    this.keys = population.keys();
    this.liveness = liveness;
  }

  /**
   * The live nodes closest to a target, closest first, as many as {@code out} takes.
   *
   * @param target the first 64 bits of the target
   * @return how many there are
   */
  public int live(long target, long now, int[] out) {
    int found = 0;
    // Whoever shares more bits is closer, so the sibling subspaces come from the deepest up.
    for (int depth = deepestShared(target); depth >= 0 && found < out.length; depth--) {
      long sibling = depth == 64 ? target : target ^ Long.MIN_VALUE >>> depth;
      int bits = Math.min(64, depth + 1);
      int taken = found;
      for (int index = keys.first(sibling, bits); index < keys.end(sibling, bits); index++) {
        if (liveness.live(index, now)) {
          found = insert(index, target, out, taken, found);
        }
      }
    }
    return found;
  }

  private int deepestShared(long target) {
    int next = keys.notBelow(target);
    int after = next < keys.size() ? Long.numberOfLeadingZeros(target ^ keys.high(next)) : 0;
    int before = next > 0 ? Long.numberOfLeadingZeros(target ^ keys.high(next - 1)) : 0;
    return Math.max(before, after);
  }

  private int insert(int index, long target, int[] out, int from, int found) {
    long distance = keys.high(index) ^ target;
    int hole = found;
    while (hole > from && Long.compareUnsigned(keys.high(out[hole - 1]) ^ target, distance) > 0) {
      if (hole < out.length) {
        out[hole] = out[hole - 1];
      }
      hole--;
    }
    if (hole < out.length) {
      out[hole] = index;
    }
    return Math.min(found + 1, out.length);
  }
}
