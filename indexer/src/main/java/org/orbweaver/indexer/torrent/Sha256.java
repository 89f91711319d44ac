package org.orbweaver.indexer.torrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.orbweaver.kademlia.Key;

/**
 * A SHA-256 hash as BEP 52 uses it: a v2 infohash, or the root of a file's hash tree. Four longs in
 * network order.
 */
public record Sha256(long first, long second, long third, long fourth) {
  public static final int BYTES = 32;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Reads the 32 bytes that start at {@code offset}. */
  public static Sha256 read(byte[] bytes, int offset) {
    return new Sha256(
        (long) LONGS.get(bytes, offset),
        (long) LONGS.get(bytes, offset + 8),
        (long) LONGS.get(bytes, offset + 16),
        (long) LONGS.get(bytes, offset + 24));
  }

  /** The hash of these bytes. */
  public static Sha256 of(byte[] content) {
    try {
      return read(MessageDigest.getInstance("SHA-256").digest(content), 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The hash written as 64 hexadecimal digits. */
  public static Sha256 parse(String hex) {
    if (hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException(
          "a v2 infohash is 64 hexadecimal digits, not " + hex.length() + " characters: " + hex);
    }
    try {
      return read(HexFormat.of().parseHex(hex), 0);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a v2 infohash is 64 hexadecimal digits: " + hex, e);
    }
  }

  /** The first 20 bytes: what stands for a v2 infohash in the DHT and in handshakes (BEP 52). */
  public Key truncated() {
    return new Key(first, second, (int) (third >>> 32));
  }

  public byte[] toBytes() {
    byte[] bytes = new byte[BYTES];
    LONGS.set(bytes, 0, first);
    LONGS.set(bytes, 8, second);
    LONGS.set(bytes, 16, third);
    LONGS.set(bytes, 24, fourth);
    return bytes;
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(toBytes());
  }
}
