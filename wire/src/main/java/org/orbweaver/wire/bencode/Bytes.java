package org.orbweaver.wire.bencode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A stretch of somebody else's bytes. It is a view: bytes of a packet may be looked at until {@code
 * onPacket} returns, and must be copied with {@link #toArray} to be kept.
 */
public final class Bytes {
  public static final Bytes EMPTY = of(new byte[0]);

  private final byte[] array;
  private final int offset;
  private final int length;

  private Bytes(byte[] array, int offset, int length) {
    this.array = array;
    this.offset = offset;
    this.length = length;
  }

  public static Bytes of(byte[] array) {
    return new Bytes(array, 0, array.length);
  }

  public static Bytes of(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return new Bytes(array, offset, length);
  }

  public int length() {
    return length;
  }

  public boolean isEmpty() {
    return length == 0;
  }

  public byte at(int index) {
    return array[offset + Objects.checkIndex(index, length)];
  }

  public byte[] toArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  public void copyTo(byte[] target, int at) {
    System.arraycopy(array, offset, target, at, length);
  }

  public boolean contentEquals(byte[] other) {
    return Arrays.equals(array, offset, offset + length, other, 0, other.length);
  }

  /** Decoded as UTF-8; what is not UTF-8 becomes replacement characters. */
  public String text() {
    return new String(array, offset, length, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes
        && Arrays.equals(
            array, offset, offset + length, bytes.array, bytes.offset, bytes.offset + bytes.length);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + array[i];
    }
    return hash;
  }

  /** In hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(array, offset, offset + length);
  }
}
