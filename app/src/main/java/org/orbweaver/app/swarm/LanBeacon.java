package org.orbweaver.app.swarm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * What a peer calls into its local network: that a peer of some swarm lives at the address that the
 * packet comes from.
 *
 * <pre>
 *   | "ORBL" | version 1 | mark of the swarm 16 | port 2 |
 * </pre>
 *
 * The mark is made of the swarm's name by PBKDF2: who does not know the name learns nothing but
 * that Orbweaver runs here, and who guesses names pays a hundred thousand hashes for each.
 */
final class LanBeacon {
  private static final int MAGIC = 0x4F52424C;
  private static final byte VERSION = 1;
  private static final int MARK = 16;
  private static final int ROUNDS = 100_000;
  private static final byte[] SALT = "orbweaver lan".getBytes(StandardCharsets.US_ASCII);

  static final int BYTES = 4 + 1 + MARK + 2;

  private final byte[] mark;

  LanBeacon(String swarm) {
    this.mark = mark(swarm);
  }

  private static byte[] mark(String swarm) {
    try {
      // Not empty, which the platform refuses.
      PBEKeySpec name = new PBEKeySpec(("swarm " + swarm).toCharArray(), SALT, ROUNDS, 8 * MARK);
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(name).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has PBKDF2 with HMAC-SHA256", e);
    }
  }

  byte[] bytes(int port) {
    return ByteBuffer.allocate(BYTES)
        .putInt(MAGIC)
        .put(VERSION)
        .put(mark)
        .putShort((short) port)
        .array();
  }

  /** The port at which its sender lives; 0 if it is of another swarm, or no beacon at all. */
  int port(ByteBuffer packet) {
    if (packet.remaining() != BYTES || packet.getInt() != MAGIC || packet.get() != VERSION) {
      return 0;
    }
    byte[] its = new byte[MARK];
    packet.get(its);
    return Arrays.equals(its, mark) ? packet.getShort() & 0xFFFF : 0;
  }
}
