package org.orbweaver.indexer.filter;

import java.util.Arrays;
import org.orbweaver.kademlia.Key;

/**
 * Keys by slot number and slot numbers by key, in primitive arrays that grow as needed: a million
 * hash objects in a hash map would take 100 bytes each and the garbage collector's time.
 *
 * <pre>
 *   places[hash(key)] = slot + 1, linear probing        slot → high, middle, low; older, newer; list
 * </pre>
 *
 * <p>The links belong to the {@link KeyList} that the slot is in.
 */
final class KeyIndex {
  static final int ABSENT = -1;

  private static final int SMALLEST = 16;

  byte[] list;
  int[] older;
  int[] newer;
  private long[] high;
  private long[] middle;
  private int[] low;
  private int[] places;
  private int used;
  private int firstFree = ABSENT;

  /**
   * @param expected how many keys there may soon be; more make it grow
   */
  KeyIndex(int expected) {
    int slots = Math.max(SMALLEST, Math.min(expected, 1 << 12));
    list = new byte[slots];
    older = new int[slots];
    newer = new int[slots];
    high = new long[slots];
    middle = new long[slots];
    low = new int[slots];
    places = new int[2 * Integer.highestOneBit(2 * slots - 1)];
  }

  int find(Key key) {
    for (int place = home(key.hashCode()); places[place] != 0; place = after(place)) {
      int slot = places[place] - 1;
      if (is(slot, key)) {
        return slot;
      }
    }
    return ABSENT;
  }

  private boolean is(int slot, Key key) {
    return high[slot] == key.high() && middle[slot] == key.middle() && low[slot] == key.low();
  }

  Key key(int slot) {
    return new Key(high[slot], middle[slot], low[slot]);
  }

  /** Gives a key that is not here yet a slot. */
  int add(Key key) {
    int slot = freeSlot();
    high[slot] = key.high();
    middle[slot] = key.middle();
    low[slot] = key.low();
    place(slot);
    return slot;
  }

  private int freeSlot() {
    if (firstFree != ABSENT) {
      int slot = firstFree;
      firstFree = newer[slot];
      return slot;
    }
    if (used == high.length) {
      grow();
    }
    return used++;
  }

  private void grow() {
    int slots = 2 * high.length;
    list = Arrays.copyOf(list, slots);
    older = Arrays.copyOf(older, slots);
    newer = Arrays.copyOf(newer, slots);
    high = Arrays.copyOf(high, slots);
    middle = Arrays.copyOf(middle, slots);
    low = Arrays.copyOf(low, slots);
    places = new int[2 * places.length];
    for (int slot = 0; slot < used; slot++) {
      place(slot);
    }
  }

  private void place(int slot) {
    int place = home(hash(slot));
    while (places[place] != 0) {
      place = after(place);
    }
    places[place] = slot + 1;
  }

  void remove(int slot) {
    int place = home(hash(slot));
    while (places[place] != slot + 1) {
      place = after(place);
    }
    closeGap(place);
    newer[slot] = firstFree;
    firstFree = slot;
  }

  /** Moves up whatever probing would no longer find behind the hole. */
  private void closeGap(int emptied) {
    int hole = emptied;
    for (int next = after(hole); places[next] != 0; next = after(next)) {
      int wanted = home(hash(places[next] - 1));
      if ((next - wanted & places.length - 1) >= (next - hole & places.length - 1)) {
        places[hole] = places[next];
        hole = next;
      }
    }
    places[hole] = 0;
  }

  private int hash(int slot) {
    return key(slot).hashCode();
  }

  private int home(int hash) {
    return hash & places.length - 1;
  }

  private int after(int place) {
    return place + 1 & places.length - 1;
  }
}
