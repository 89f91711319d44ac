package org.orbweaver.indexer.filter;

/**
 * Slots of a {@link KeyIndex} in the order in which they came: a doubly linked list without nodes.
 */
final class KeyList {
  private static final int NONE = -1;

  private final KeyIndex keys;
  private final byte name;
  private int oldest = NONE;
  private int newest = NONE;
  private int size;

  /**
   * @param name by which a slot knows its list; not 0
   */
  KeyList(KeyIndex keys, int name) {
    this.keys = keys;
    this.name = (byte) name;
  }

  int size() {
    return size;
  }

  boolean holds(int slot) {
    return keys.list[slot] == name;
  }

  void addNewest(int slot) {
    keys.list[slot] = name;
    keys.older[slot] = newest;
    keys.newer[slot] = NONE;
    if (newest == NONE) {
      oldest = slot;
    } else {
      keys.newer[newest] = slot;
    }
    newest = slot;
    size++;
  }

  int removeOldest() {
    int slot = oldest;
    if (slot == NONE) {
      throw new IllegalStateException("the list is empty");
    }
    remove(slot);
    return slot;
  }

  void remove(int slot) {
    int before = keys.older[slot];
    int after = keys.newer[slot];
    if (before == NONE) {
      oldest = after;
    } else {
      keys.newer[before] = after;
    }
    if (after == NONE) {
      newest = before;
    } else {
      keys.older[after] = before;
    }
    keys.list[slot] = 0;
    size--;
  }
}
