package org.orbweaver.overlay.keys;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.task.Signatures;

/** A peer's secrets: the key that signs for it as long as it lives, and one for this run. */
public final class PeerKeys implements Signatures {
  public static final int PUBLIC_BYTES = Curves.KEY;

  /** What PKCS #8 puts before the 32 bytes of such a key. */
  private static final byte[] PKCS8_PREFIX =
      HexFormat.of().parseHex("302e020100300506032b657004220420");

  private final byte[] signing;
  private final byte[] verifying;
  private final byte[] agreeing;
  private final byte[] agreement;

  private PeerKeys(byte[] signing, byte[] agreeing) {
    this.signing = signing;
    this.verifying = Curves.verifying(signing);
    this.agreeing = agreeing;
    this.agreement = Curves.agreement(agreeing);
  }

  /** Fresh ones; from a seeded source the same each time. */
  public static PeerKeys draw(SecureRandom random) {
    return new PeerKeys(secret(random), secret(random));
  }

  /** Any 32 bytes are a private key of either curve. */
  private static byte[] secret(SecureRandom random) {
    byte[] secret = new byte[Curves.KEY];
    random.nextBytes(secret);
    return secret;
  }

  /**
   * The lasting key as bytes, for a file.
   *
   * <pre>
   *   | public key 32 | private key, PKCS #8: prefix 16, key 32 |
   * </pre>
   */
  public byte[] secret() {
    return ByteBuffer.allocate(Curves.KEY + PKCS8_PREFIX.length + Curves.KEY)
        .put(verifying)
        .put(PKCS8_PREFIX)
        .put(signing)
        .array();
  }

  /**
   * A lasting key from its bytes, with a fresh one for this run.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static PeerKeys of(byte[] secret, SecureRandom random) {
    int from = Curves.KEY + PKCS8_PREFIX.length;
    if (secret.length != from + Curves.KEY
        || !Arrays.equals(secret, Curves.KEY, from, PKCS8_PREFIX, 0, PKCS8_PREFIX.length)) {
      throw new IllegalArgumentException("these bytes are no peer's key");
    }
    byte[] signing = Arrays.copyOfRange(secret, from, secret.length);
    PeerKeys keys = new PeerKeys(signing, secret(random));
    if (!Arrays.equals(secret, 0, Curves.KEY, keys.verifying, 0, Curves.KEY)) {
      throw new IllegalArgumentException("this private key belongs to another public one");
    }
    return keys;
  }

  @Override
  public byte[] verifying() {
    return verifying.clone();
  }

  public byte[] agreement() {
    return agreement.clone();
  }

  @Override
  public byte[] sign(byte[] message) {
    return Curves.sign(signing, verifying, message);
  }

  /** Whether the owner of that public key signed the message. */
  public static boolean isSigned(byte[] publicKey, byte[] message, byte[] signature) {
    return Curves.verify(publicKey, message, signature);
  }

  @Override
  public boolean isGenuine(byte[] publicKey, byte[] message, byte[] signature) {
    return isSigned(publicKey, message, signature);
  }

  public byte @Nullable [] agree(byte[] theirs) {
    return Curves.agree(agreeing, theirs);
  }
}
