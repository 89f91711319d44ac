package org.orbweaver.overlay.keep;

import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/**
 * When a peer asks the others for which of their copies. A period, of weeks, has up to {@value
 * #MOST_SLOTS} slots, and in each slot one range of keys is due: all of them once a period, in an
 * order that only the peer knows. Nothing of it need be stored, for time and the peer's key say
 * where it stands; so a restart begins nothing anew.
 *
 * <p>Each of the h holders of a key asks one other, in each period the next: holder i asks holder i
 * + 1 + (period mod h − 1). So each copy is asked for once a period, and by everybody in turn.
 */
public final class AuditCalendar {
  public static final int MOST_SLOTS = 256;

  private static final long SECOND = 1_000_000_000L;

  private final long periodNanos;
  private final int slots;
  private final IntToLongFunction secret;
  private int orderOf = -1;
  private int[] order = {};

  /**
   * @param secret of this peer for a period; nobody else should be able to know it
   */
  public AuditCalendar(long periodNanos, IntToLongFunction secret) {
    this.periodNanos = periodNanos;
    this.slots = Math.clamp(periodNanos / SECOND, 4, MOST_SLOTS);
    this.secret = secret;
  }

  public long periodNanos() {
    return periodNanos;
  }

  public int period(long now) {
    return (int) (now / periodNanos);
  }

  /** How many slots have begun since the epoch, this one included. */
  public long slot(long now) {
    return now / slotNanos();
  }

  private long slotNanos() {
    return periodNanos / slots;
  }

  public long begins(long slot) {
    return slot * slotNanos();
  }

  /** As many as a period has slots. */
  public int ranges() {
    return slots;
  }

  /** Which range is due in a slot. */
  public int range(long slot) {
    int period = period(begins(slot) + slotNanos() / 2);
    if (period != orderOf) {
      order = shuffled(secret.applyAsLong(period));
      orderOf = period;
    }
    return order[(int) (slot % slots)];
  }

  /** Of which range a key is, by its first 64 bits. */
  public int rangeOf(long high) {
    return (int) Math.unsignedMultiplyHigh(high, slots);
  }

  /** Where a range begins, by the first 64 bits of its keys. */
  public long first(int range) {
    long rest = Long.remainderUnsigned(-1L, slots) + 1;
    return Long.divideUnsigned(-1L, slots) * range + Math.ceilDiv(range * rest, slots);
  }

  private int[] shuffled(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] all = new int[slots];
    for (int i = 0; i < slots; i++) {
      int other = random.nextInt(i + 1);
      all[i] = all[other];
      all[other] = i;
    }
    return all;
  }

  /** Of a key's holders, closest first, the one that the holder at that place asks. */
  public static int asked(int mine, int holders, int period) {
    return (mine + 1 + Math.floorMod(period, holders - 1)) % holders;
  }
}
