package org.orbweaver.kademlia;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * A point of the 160-bit keyspace: a node ID, an infohash, a task's key; also the XOR distance
 * between two of them.
 *
 * <p>Three primitives instead of an array: comparing and XORing are a few register operations and a
 * key costs one small object, which the hot paths usually never allocate at all.
 *
 * <pre>
 *   bit 0 (most significant)                                            bit 159
 *   | high: bits 0–63            | middle: bits 64–127        | low: 128–159  |
 * </pre>
 *
 * @param high bits 0 to 63
 * @param middle bits 64 to 127
 * @param low bits 128 to 159
 */
public record Key(long high, long middle, int low) implements Comparable<Key> {
  public static final int BITS = 160;
  public static final int BYTES = 20;

  public static final Key ZERO = new Key(0, 0, 0);
  public static final Key MAX = new Key(-1, -1, -1);

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  /** Reads the 20 bytes that start at {@code offset}. */
  public static Key read(byte[] bytes, int offset) {
    return new Key(
        (long) LONGS.get(bytes, offset),
        (long) LONGS.get(bytes, offset + 8),
        (int) INTS.get(bytes, offset + 16));
  }

  /** The key written as 40 hexadecimal digits. */
  public static Key parse(String hex) {
    if (hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException(
          "a key is 40 hexadecimal digits, not " + hex.length() + " characters: " + hex);
    }
    try {
      return read(HexFormat.of().parseHex(hex), 0);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a key is 40 hexadecimal digits: " + hex, e);
    }
  }

  public static Key random(RandomGenerator random) {
    return new Key(random.nextLong(), random.nextLong(), random.nextInt());
  }

  public void write(byte[] bytes, int offset) {
    LONGS.set(bytes, offset, high);
    LONGS.set(bytes, offset + 8, middle);
    INTS.set(bytes, offset + 16, low);
  }

  public byte[] toBytes() {
    byte[] bytes = new byte[BYTES];
    write(bytes, 0);
    return bytes;
  }

  /** The XOR distance, itself a key; larger keys are larger distances. */
  public Key distance(Key other) {
    return new Key(high ^ other.high, middle ^ other.middle, low ^ other.low);
  }

  /** Negative if {@code a} is closer to this key than {@code b} is, by the XOR metric. */
  public int compareDistance(Key a, Key b) {
    int order = Long.compareUnsigned(high ^ a.high, high ^ b.high);
    if (order != 0) {
      return order;
    }
    order = Long.compareUnsigned(middle ^ a.middle, middle ^ b.middle);
    return order != 0 ? order : Integer.compareUnsigned(low ^ a.low, low ^ b.low);
  }

  /** How many leading bits this key shares with the other: 160 if they are equal. */
  public int commonPrefixLength(Key other) {
    if (high != other.high) {
      return Long.numberOfLeadingZeros(high ^ other.high);
    }
    if (middle != other.middle) {
      return 64 + Long.numberOfLeadingZeros(middle ^ other.middle);
    }
    return 128 + Integer.numberOfLeadingZeros(low ^ other.low);
  }

  /** Bit {@code index}, counted from the most significant. */
  public boolean bit(int index) {
    if (index < 64) {
      return (high >>> (63 - index) & 1) != 0;
    }
    if (index < 128) {
      return (middle >>> (127 - index) & 1) != 0;
    }
    return (low >>> (159 - index) & 1) != 0;
  }

  /** This key with bit {@code index} reversed: the sibling subspace at that depth. */
  public Key flip(int index) {
    if (index < 64) {
      return new Key(high ^ 1L << (63 - index), middle, low);
    }
    if (index < 128) {
      return new Key(high, middle ^ 1L << (127 - index), low);
    }
    return new Key(high, middle, low ^ 1 << (159 - index));
  }

  /** The first {@code length} bits of this key followed by those of {@code rest}. */
  public Key prefixThen(int length, Key rest) {
    return new Key(
        splice(high, rest.high, length),
        splice(middle, rest.middle, length - 64),
        (int) (splice((long) low << 32, (long) rest.low << 32, length - 128) >>> 32));
  }

  private static long splice(long first, long rest, int length) {
    if (length <= 0) {
      return rest;
    }
    if (length >= 64) {
      return first;
    }
    long mask = -1L << (64 - length);
    return (first & mask) | (rest & ~mask);
  }

  /** The next key in natural order; after {@link #MAX} comes {@link #ZERO}. */
  public Key next() {
    int nextLow = low + 1;
    long nextMiddle = nextLow == 0 ? middle + 1 : middle;
    long nextHigh = nextLow == 0 && nextMiddle == 0 ? high + 1 : high;
    return new Key(nextHigh, nextMiddle, nextLow);
  }

  /** Natural (unsigned) order, which for neighbours approximates XOR closeness. */
  @Override
  public int compareTo(Key other) {
    int order = Long.compareUnsigned(high, other.high);
    if (order != 0) {
      return order;
    }
    order = Long.compareUnsigned(middle, other.middle);
    return order != 0 ? order : Integer.compareUnsigned(low, other.low);
  }

  /** By hand: the one that a record has took 4 % of a busy peer's processor time. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Key it && high == it.high && middle == it.middle && low == it.low;
  }

  @Override
  public int hashCode() {
    // IDs and infohashes are uniform already, but sybils choose theirs: mix all the bits.
    long mixed = (high ^ Long.rotateLeft(middle, 23) ^ low) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(toBytes());
  }
}
