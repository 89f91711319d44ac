package org.orbweaver.overlay.membership;

import java.util.Arrays;
import java.util.HexFormat;

/** A peer's public keys and signature, carried but not understood by the membership protocol. */
public final class Credentials {
  public static final Credentials NONE = new Credentials(new byte[0]);

  /** Two keys and a signature of Ed25519 and X25519 take 128 bytes. */
  public static final int MOST_BYTES = 255;

  private static final int KEY_BYTES = 32;

  private final byte[] bytes;

  public Credentials(byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException("credentials of " + bytes.length + " bytes");
    }
    this.bytes = bytes.clone();
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** The Ed25519 key they begin with; empty if there is none. */
  public byte[] signingKey() {
    return Arrays.copyOf(bytes, bytes.length < KEY_BYTES ? 0 : KEY_BYTES);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Credentials it && Arrays.equals(bytes, it.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
