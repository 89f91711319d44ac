package org.orbweaver.overlay.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** Bytes that grow; numbers are big-endian or, where small ones are common, of variable length. */
final class ByteWriter {
  private byte[] bytes = new byte[256];
  private int length;

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  ByteWriter u8(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  ByteWriter i32(int value) {
    return u8(value >>> 24).u8(value >>> 16).u8(value >>> 8).u8(value);
  }

  ByteWriter i64(long value) {
    reserve(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  /** Seven bits a byte, lowest first. */
  ByteWriter number(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      u8((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    return u8((int) rest);
  }

  ByteWriter raw(byte[] value) {
    return raw(value, 0, value.length);
  }

  ByteWriter raw(byte[] value, int from, int to) {
    reserve(to - from);
    System.arraycopy(value, from, bytes, length, to - from);
    length += to - from;
    return this;
  }

  ByteWriter block(byte[] value) {
    return number(value.length).raw(value);
  }

  ByteWriter text(String value) {
    return block(value.getBytes(StandardCharsets.UTF_8));
  }

  ByteWriter key(Key key) {
    reserve(Key.BYTES);
    key.write(bytes, length);
    length += Key.BYTES;
    return this;
  }

  /** Six bytes for IPv4, eighteen for IPv6, and one that says which. */
  ByteWriter endpoint(Endpoint endpoint) {
    if (endpoint.isIpv4()) {
      u8(4).u8(endpoint.ipv4() >>> 24).u8(endpoint.ipv4() >>> 16).u8(endpoint.ipv4() >>> 8);
      u8(endpoint.ipv4());
    } else {
      u8(6).i64(endpoint.high()).i64(endpoint.low());
    }
    return u8(endpoint.port() >>> 8).u8(endpoint.port());
  }

  int length() {
    return length;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }
}
