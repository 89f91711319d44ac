package org.orbweaver.mainline;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A value in its bencoded form, byte for byte as it travelled. BEP 44 hashes and signs these bytes;
 * decoding and encoding again need not give the same ones.
 */
public final class Bencoded {
  private final byte[] bytes;

  private Bencoded(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A copy of bytes that are known to be one bencoded value. */
  public static Bencoded copyOf(byte[] bytes, int offset, int length) {
    return new Bencoded(Arrays.copyOfRange(bytes, offset, offset + length));
  }

  /** A string value: its length, a colon, its UTF-8 bytes. */
  public static Bencoded string(String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    byte[] head = (content.length + ":").getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(head, head.length + content.length);
    System.arraycopy(content, 0, all, head.length, content.length);
    return new Bencoded(all);
  }

  public int length() {
    return bytes.length;
  }

  public byte[] toBytes() {
    return bytes.clone();
  }

  /** The bytes themselves, for readers in this package that change nothing. */
  byte[] shared() {
    return bytes;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Bencoded value && Arrays.equals(bytes, value.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The bytes as Latin-1 text, for logs and tests. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
