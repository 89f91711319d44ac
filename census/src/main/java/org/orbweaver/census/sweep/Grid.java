package org.orbweaver.census.sweep;

import org.orbweaver.kademlia.Prefix;

/**
 * How the wanted part of the keyspace is cut into leaves, and each leaf into 64 cells.
 *
 * <pre>
 *   key  | part: fixed | leaf: leafBits | cell in the leaf: 6 | the rest |
 * </pre>
 *
 * Cells are numbered in the order of keys, so the XOR ball of K cells around a cell t is the set of
 * all t ^ k with k &lt; K, and a leaf's sibling is the leaf with the last bit reversed.
 *
 * @param leafBits 0 if the whole part is one leaf
 */
record Grid(Prefix part, int leafBits) {
  static final int CELL_BITS = 6;
  static final int LEAF_CELLS = 1 << CELL_BITS;

  /** Larger networks than 2^24 leaves, of 200 million nodes, get fuller leaves. */
  private static final int MOST_LEAF_BITS = 24;

  /** How many nodes a leaf has on average lies within a factor of √2 of this. */
  private static final double LEAF_NODES = 12;

  static Grid forNetworkOf(double nodes, Prefix part) {
    double inPart = Math.scalb(nodes, -part.length());
    long bits = Math.round(StrictMath.log(inPart / LEAF_NODES) / StrictMath.log(2));
    return new Grid(part, Math.clamp(bits, 0, MOST_LEAF_BITS));
  }

  int leaves() {
    return 1 << leafBits;
  }

  int cells() {
    return leaves() << CELL_BITS;
  }

  boolean contains(long high) {
    return part.length() == 0 || (high ^ part.first().high()) >>> (64 - part.length()) == 0;
  }

  /** The cell of a key in the part, given the key's first 64 bits. */
  int cell(long high) {
    return (int) (high << part.length() >>> shift());
  }

  int leaf(long high) {
    return cell(high) >>> CELL_BITS;
  }

  static int leafOf(int cell) {
    return cell >>> CELL_BITS;
  }

  /** The first 64 bits of a key in that cell; the bits below are those of {@code rest}. */
  long high(int cell, long rest) {
    long inPart = (long) cell << shift() | rest >>> (64 - shift());
    return part.length() == 0 ? inPart : part.first().high() | inPart >>> part.length();
  }

  /** A distance in cells, without the fraction; more than there are cells if it leads elsewhere. */
  long radius(long distance) {
    return distance >>> (shift() - part.length());
  }

  /** What part of a cell the distance has beyond {@link #radius}. */
  double fraction(long distance) {
    return (distance << (64 - shift() + part.length()) >>> 1) * 0x1p-63;
  }

  private int shift() {
    return 64 - leafBits - CELL_BITS;
  }
}
