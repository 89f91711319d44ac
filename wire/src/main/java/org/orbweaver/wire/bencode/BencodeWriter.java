package org.orbweaver.wire.bencode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orbweaver.kademlia.Key;

/**
 * Writes bencoding into an array that grows to the largest value ever written and is used again
 * after {@link #clear}. What comes out is canonical as long as the caller gives a dictionary's keys
 * in ascending order of their bytes.
 */
public final class BencodeWriter {
  private byte[] bytes;
  private int length;

  public BencodeWriter(int expectedLength) {
    bytes = new byte[expectedLength];
  }

  /** Starts over. */
  public BencodeWriter clear() {
    length = 0;
    return this;
  }

  public BencodeWriter beginDictionary() {
    return letter('d');
  }

  public BencodeWriter beginList() {
    return letter('l');
  }

  /** Ends the innermost list or dictionary. */
  public BencodeWriter end() {
    return letter('e');
  }

  public BencodeWriter integer(long value) {
    letter('i');
    decimal(value);
    return letter('e');
  }

  public BencodeWriter string(byte[] content) {
    beginString(content.length);
    return raw(content);
  }

  public BencodeWriter string(Bytes content) {
    beginString(content.length());
    return raw(content);
  }

  /** The text in UTF-8. */
  public BencodeWriter string(String text) {
    return string(text.getBytes(StandardCharsets.UTF_8));
  }

  public BencodeWriter string(Key key) {
    beginString(Key.BYTES);
    return raw(key);
  }

  /** Announces a string; its {@code size} bytes follow through the {@code raw} methods. */
  public BencodeWriter beginString(int size) {
    decimal(size);
    return letter(':');
  }

  /** Bytes as they are: a value encoded before, or a part of a string. */
  public BencodeWriter raw(byte[] encoded) {
    room(encoded.length);
    System.arraycopy(encoded, 0, bytes, length, encoded.length);
    length += encoded.length;
    return this;
  }

  public BencodeWriter raw(Bytes encoded) {
    room(encoded.length());
    encoded.copyTo(bytes, length);
    length += encoded.length();
    return this;
  }

  public BencodeWriter raw(Key key) {
    room(Key.BYTES);
    key.write(bytes, length);
    length += Key.BYTES;
    return this;
  }

  /** The lowest {@code count} bytes of {@code value} in network order. */
  public BencodeWriter raw(long value, int count) {
    room(count);
    for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  public int length() {
    return length;
  }

  /**
   * The array whose first {@link #length} bytes are what was written. It is this writer's own:
   * handed out so that a packet can be sent without a copy, and good until the next call.
   */
  public byte[] buffer() {
    return bytes;
  }

  public byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }

  private BencodeWriter letter(char letter) {
    room(1);
    bytes[length++] = (byte) letter;
    return this;
  }

  private void decimal(long value) {
    room(20);
    if (value < 0) {
      bytes[length++] = '-';
    }
    int digits = 1;
    for (long rest = value / 10; rest != 0; rest /= 10) {
      digits++;
    }
    length += digits;
    long rest = value;
    for (int at = length - 1; digits > 0; digits--, at--) {
      bytes[at] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
    }
  }

  private void room(int more) {
    if (more > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), 2 * bytes.length));
    }
  }
}
