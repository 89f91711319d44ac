package org.orbweaver.kademlia;

import java.util.random.RandomGenerator;

/**
 * The subspace of all keys that start with the same bits: the papers' <i>m</i>-bit zone, a routing
 * table's bucket range, a part of a census.
 *
 * @param first the smallest key in the subspace; its bits from {@code length} on are zero
 * @param length how many leading bits are fixed
 */
public record Prefix(Key first, int length) implements Comparable<Prefix> {
  public static final Prefix WHOLE_SPACE = new Prefix(Key.ZERO, 0);

  public Prefix {
    if (length < 0 || length > Key.BITS) {
      throw new IllegalArgumentException("a prefix has 0 to 160 bits, not " + length);
    }
    first = first.prefixThen(length, Key.ZERO);
  }

  /** The subspace of that depth in which {@code key} lies. */
  public static Prefix of(Key key, int length) {
    return new Prefix(key, length);
  }

  /** The prefix written in binary, such as {@code 1001}; the empty text is the whole space. */
  public static Prefix parse(String bits) {
    if (bits.length() > Key.BITS) {
      throw new IllegalArgumentException("a prefix has at most 160 bits, not " + bits.length());
    }
    Key key = Key.ZERO;
    for (int i = 0; i < bits.length(); i++) {
      switch (bits.charAt(i)) {
        case '0' -> {}
        case '1' -> key = key.flip(i);
        default ->
            throw new IllegalArgumentException("a prefix is written with 0 and 1 only: " + bits);
      }
    }
    return new Prefix(key, bits.length());
  }

  public boolean contains(Key key) {
    return first.commonPrefixLength(key) >= length;
  }

  public boolean contains(Prefix other) {
    return other.length >= length && contains(other.first);
  }

  /** The largest key in the subspace. */
  public Key last() {
    return first.prefixThen(length, Key.MAX);
  }

  /** The half whose next bit is {@code bit}: the paper's direct subspace. */
  public Prefix child(boolean bit) {
    return new Prefix(bit ? first.flip(length) : first, length + 1);
  }

  public Prefix parent() {
    if (length == 0) {
      throw new IllegalStateException("the whole space has no parent");
    }
    return new Prefix(first, length - 1);
  }

  /** The other half of the parent. */
  public Prefix sibling() {
    if (length == 0) {
      throw new IllegalStateException("the whole space has no sibling");
    }
    return new Prefix(first.flip(length - 1), length);
  }

  public Key randomKey(RandomGenerator random) {
    return first.prefixThen(length, Key.random(random));
  }

  /** Natural order of the first keys; of two nested subspaces the larger comes first. */
  @Override
  public int compareTo(Prefix other) {
    int order = first.compareTo(other.first);
    return order != 0 ? order : Integer.compare(length, other.length);
  }

  /** The fixed bits in binary, as {@link #parse} reads them. */
  @Override
  public String toString() {
    StringBuilder bits = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      bits.append(first.bit(i) ? '1' : '0');
    }
    return bits.toString();
  }
}
