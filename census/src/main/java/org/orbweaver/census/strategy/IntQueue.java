package org.orbweaver.census.strategy;

/** A queue of ints without boxes. It grows as needed; what bounds it is said where it is used. */
final class IntQueue {
  private int[] ring = new int[16];
  private int first;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void add(int value) {
    if (size == ring.length) {
      int[] wider = new int[2 * size];
      for (int i = 0; i < size; i++) {
        wider[i] = ring[(first + i) & (size - 1)];
      }
      ring = wider;
      first = 0;
    }
    ring[(first + size++) & (ring.length - 1)] = value;
  }

  int peek() {
    return ring[first];
  }

  int remove() {
    int value = ring[first];
    first = (first + 1) & (ring.length - 1);
    size--;
    return value;
  }
}
