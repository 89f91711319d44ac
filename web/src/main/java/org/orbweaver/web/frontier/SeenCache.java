package org.orbweaver.web.frontier;

import org.orbweaver.fetch.url.Fingerprint;

/**
 * Fingerprints met lately, in a fixed table where a newcomer takes its slot's place. Most links of
 * a page lead where other pages just led; this answers for them without a lock or a disk. A lost
 * race between threads costs a lookup in the seen-set, never a page.
 */
final class SeenCache {
  private final long[] slots;

  /** Slots: a power of two. */
  SeenCache(int bits) {
    slots = new long[1 << bits];
  }

  private static long mixed(Fingerprint fingerprint) {
    return fingerprint.host() * 31 ^ fingerprint.page();
  }

  private int slot(long mixed) {
    return (int) (mixed ^ mixed >>> 32) & slots.length - 1;
  }

  boolean has(Fingerprint fingerprint) {
    long mixed = mixed(fingerprint);
    return slots[slot(mixed)] == mixed;
  }

  /** True if it was met lately; from now on it was. */
  boolean meet(Fingerprint fingerprint) {
    long mixed = mixed(fingerprint);
    int slot = slot(mixed);
    if (slots[slot] == mixed) {
      return true;
    }
    slots[slot] = mixed;
    return false;
  }
}
