package org.orbweaver.trust;

import java.nio.ByteBuffer;
import java.util.List;
import org.orbweaver.kademlia.Key;

/**
 * Chance that nobody makes alone: which captures of a period are checked, by whom, and who sits in
 * a jury.
 *
 * <p>Its seed is a hash of numbers that eleven {@linkplain Witnesses witnesses} had sealed a period
 * before and open only when the work, or the accusation, is committed to. A witness cannot change
 * its number any more; it can only keep it back. So whoever holds k of the eleven chooses among 2^k
 * outcomes, and no more: on average 1.3¹¹ = 18 at 30 % of the places, 1.45¹¹ = 60 at 45 %. Each
 * choice but the first costs: who does not open has no place for {@link Witnesses#SILENCED}
 * periods. If it holds all eleven (1.8 in a million at 30 %, 1.5 in ten thousand at 45 %) it knows
 * the outcome before it commits.
 */
public final class Draw {
  private final long first;
  private final long second;

  private Draw(byte[] seed) {
    ByteBuffer in = ByteBuffer.wrap(seed);
    first = in.getLong();
    second = in.getLong();
  }

  /**
   * @param about whose work is checked, or which accusation is judged
   * @param openings what the witnesses opened, in their order; of those who did not, nothing
   */
  public static Draw of(Period period, Key about, List<Opening> openings) {
    Hash hash = Hash.of("draw").add(period.number()).add(about);
    for (Opening opening : openings) {
      hash.add(opening.witness()).add(opening.number());
    }
    return new Draw(hash.bytes());
  }

  /** What anybody can foresee, and nobody choose: who the witnesses are. */
  static Draw foreseeable(Period period, Key about) {
    return new Draw(Hash.of("witnesses").add(period.number()).add(about).bytes());
  }

  /** A point of the key space; whoever has the place closest to it is drawn. */
  public Key point(int index) {
    long seed = first + (index + 1) * 0x9E3779B97F4A7C15L;
    return new Key(mix(seed), mix(seed ^ second), (int) mix(seed + second));
  }

  /** One of so many, for instance of the captures that a commitment counts. */
  public int number(int index, int of) {
    return (int) Long.remainderUnsigned(mix(second + (index + 1) * 0xD1B54A32D192ED03L), of);
  }

  /** The finaliser of SplitMix64: the seed is a hash already, this only spreads it. */
  private static long mix(long z) {
    long x = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
    return x ^ x >>> 31;
  }
}
