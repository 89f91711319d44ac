package org.orbweaver.overlay.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Reads what {@link ByteWriter} wrote, or what a stranger says it did. Past the end, or at a number
 * out of its bounds, it {@linkplain #failed fails} for good and yields zeros: malformed input is an
 * ordinary case, and the one check at the end covers every read before it.
 */
final class ByteReader {
  private final byte[] bytes;
  private final int end;
  private int at;
  private boolean failed;

  ByteReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** Where the next byte is read. */
  int at() {
    return at;
  }

  boolean failed() {
    return failed;
  }

  /** What was read makes no sense. */
  void fail() {
    failed = true;
  }

  /** Whether all was read and nothing was wrong. */
  boolean finished() {
    return !failed && at == end;
  }

  private boolean has(long count) {
    if (count < 0 || count > end - at) {
      failed = true;
    }
    return !failed;
  }

  int u8() {
    return has(1) ? bytes[at++] & 0xFF : 0;
  }

  int i32() {
    return u8() << 24 | u8() << 16 | u8() << 8 | u8();
  }

  long i64() {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = value << 8 | u8();
    }
    return value;
  }

  long number() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = u8();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    failed = true;
    return 0;
  }

  /** A number from 0 to that. */
  int number(int most) {
    long value = number();
    if (value < 0 || value > most) {
      failed = true;
      return 0;
    }
    return (int) value;
  }

  /** How many elements follow, of which each takes at least so many bytes. */
  int count(int bytesEach) {
    return number((end - at) / Math.max(1, bytesEach));
  }

  byte[] raw(int count) {
    if (!has(count)) {
      return new byte[0];
    }
    at += count;
    return Arrays.copyOfRange(bytes, at - count, at);
  }

  /** The bytes before the next zero, which is read too. */
  byte[] rawUntilZero(int most) {
    int zero = at;
    while (zero < end && zero - at <= most && bytes[zero] != 0) {
      zero++;
    }
    byte[] found = raw(zero - at <= most ? zero - at : -1);
    if (u8() != 0) {
      failed = true;
    }
    return found;
  }

  byte[] block(int most) {
    return raw(number(most));
  }

  String text(int most) {
    return new String(block(most), StandardCharsets.UTF_8);
  }

  Key key() {
    if (!has(Key.BYTES)) {
      return Key.ZERO;
    }
    at += Key.BYTES;
    return Key.read(bytes, at - Key.BYTES);
  }

  Endpoint endpoint() {
    int family = u8();
    if (family == 4) {
      return Endpoint.v4(i32(), u8() << 8 | u8());
    }
    failed |= family != 6;
    long high = i64();
    long low = i64();
    return Endpoint.v6(high, low, u8() << 8 | u8());
  }
}
