package org.orbweaver.overlay.ledger;

import org.orbweaver.kademlia.Key;

/**
 * Names an entry: the key that says who holds it, and a number that tells entries with one key
 * apart (the same page in another round).
 */
public record EntryId(Key key, long name) implements Comparable<EntryId> {
  public static final EntryId FIRST = new EntryId(Key.ZERO, Long.MIN_VALUE);

  /** By hand, as {@link Key#equals}. */
  @Override
  public boolean equals(Object other) {
    return other instanceof EntryId it && name == it.name && key.equals(it.key);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + Long.hashCode(name);
  }

  @Override
  public int compareTo(EntryId other) {
    int order = key.compareTo(other.key);
    return order != 0 ? order : Long.compare(name, other.name);
  }

  /** The smallest ID above this one. */
  public EntryId next() {
    return name == Long.MAX_VALUE
        ? new EntryId(key.next(), Long.MIN_VALUE)
        : new EntryId(key, name + 1);
  }
}
