package org.orbweaver.indexer.filter;

import org.orbweaver.kademlia.Key;

/**
 * A set of keys under adaptive replacement (Megiddo and Modha, ARC): half of its attention goes to
 * keys that came lately, half to those that come often, and how large each half is follows from
 * which of them is missed more.
 *
 * <pre>
 *   B1 ← T1 : T2 → B2      T: resident, a request for it is a hit
 *   once     : often       B: ghosts, only their keys are remembered, to learn from regret
 *
 *   |T1| + |T2| ≤ c    |T1| + |B1| ≤ c    all four ≤ 2c    p: what |T1| should be
 * </pre>
 *
 * <p>When full, the least recent of T1 or T2 becomes a ghost and the oldest ghost is forgotten.
 * Unlike the original it can be {@linkplain #resize resized}. A key takes about 45 bytes.
 */
public final class ArcCache {
  private static final int ABSENT = KeyIndex.ABSENT;

  private final KeyIndex keys;
  private final KeyList t1;
  private final KeyList t2;
  private final KeyList b1;
  private final KeyList b2;
  private int capacity;
  private double wantedRecent;

  public ArcCache(int capacity) {
    this.capacity = atLeastOne(capacity);
    keys = new KeyIndex(2 * this.capacity);
    t1 = new KeyList(keys, 1);
    t2 = new KeyList(keys, 2);
    b1 = new KeyList(keys, 3);
    b2 = new KeyList(keys, 4);
  }

  private static int atLeastOne(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a cache holds at least one key, not " + capacity);
    }
    return capacity;
  }

  /** Whether the key is resident; it is from now on, as the most recent. */
  public boolean request(Key key) {
    int slot = keys.find(key);
    if (slot == ABSENT) {
      insert(key);
      return false;
    }
    if (t1.holds(slot) || t2.holds(slot)) {
      promote(slot);
      return true;
    }
    boolean wasRecent = b1.holds(slot);
    regret(wasRecent);
    makeRoom(!wasRecent);
    promote(slot);
    return false;
  }

  /** Whether the key is resident; unlike {@link #request} it does not enter if it is not. */
  public boolean touch(Key key) {
    int slot = keys.find(key);
    boolean resident = slot != ABSENT && (t1.holds(slot) || t2.holds(slot));
    if (resident) {
      promote(slot);
    }
    return resident;
  }

  /** Forgets the key altogether. */
  public void remove(Key key) {
    int slot = keys.find(key);
    if (slot != ABSENT) {
      listOf(slot).remove(slot);
      keys.remove(slot);
    }
  }

  /** From now on that many keys are resident at most. */
  public void resize(int newCapacity) {
    capacity = atLeastOne(newCapacity);
    wantedRecent = Math.min(wantedRecent, capacity);
    while (size() > capacity) {
      replace(false);
    }
    while (t1.size() + b1.size() > capacity && b1.size() > 0) {
      forgetOldest(b1);
    }
    while (total() > 2 * capacity) {
      forgetOldest(b2.size() > 0 ? b2 : b1);
    }
  }

  private void insert(Key key) {
    if (t1.size() + b1.size() >= capacity) {
      if (t1.size() < capacity) {
        forgetOldest(b1);
        makeRoom(false);
      } else {
        forgetOldest(t1);
      }
    } else if (total() >= capacity) {
      if (total() >= 2 * capacity) {
        forgetOldest(b2);
      }
      makeRoom(false);
    }
    t1.addNewest(keys.add(key));
  }

  private void promote(int slot) {
    listOf(slot).remove(slot);
    t2.addNewest(slot);
  }

  /** A ghost came back: its side should have been larger. */
  private void regret(boolean wasRecent) {
    if (wasRecent) {
      double step = Math.max(1, (double) b2.size() / b1.size());
      wantedRecent = Math.min(capacity, wantedRecent + step);
    } else {
      double step = Math.max(1, (double) b1.size() / b2.size());
      wantedRecent = Math.max(0, wantedRecent - step);
    }
  }

  /** The original replaces without asking: there a cache with ghosts is always full. */
  private void makeRoom(boolean forFrequentGhost) {
    if (size() >= capacity) {
      replace(forFrequentGhost);
    }
  }

  /** Makes a resident key a ghost. */
  private void replace(boolean forFrequentGhost) {
    boolean recentIsOver =
        t1.size() > wantedRecent || (forFrequentGhost && t1.size() == (int) wantedRecent);
    if (t1.size() > 0 && (recentIsOver || t2.size() == 0)) {
      b1.addNewest(t1.removeOldest());
    } else {
      b2.addNewest(t2.removeOldest());
    }
  }

  private void forgetOldest(KeyList list) {
    keys.remove(list.removeOldest());
  }

  private KeyList listOf(int slot) {
    return t1.holds(slot) ? t1 : t2.holds(slot) ? t2 : b1.holds(slot) ? b1 : b2;
  }

  private int total() {
    return t1.size() + t2.size() + b1.size() + b2.size();
  }

  /** How many keys are resident. */
  public int size() {
    return t1.size() + t2.size();
  }

  public int capacity() {
    return capacity;
  }

  /** Sizes of T1, T2, B1 and B2: for tests against the original's invariants. */
  int[] sizes() {
    return new int[] {t1.size(), t2.size(), b1.size(), b2.size()};
  }
}
