package org.orbweaver.overlay.keys;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import org.orbweaver.overlay.task.Signatures;

/** A peer's secrets: the key that signs for it as long as it lives, and one for this run. */
public final class PeerKeys implements Signatures {
  public static final int PUBLIC_BYTES = Curves.KEY;

  private final PrivateKey signing;
  private final byte[] verifying;
  private final PrivateKey agreeing;
  private final byte[] agreement;

  private PeerKeys(PrivateKey signing, byte[] verifying, KeyPair run) {
    this.signing = signing;
    this.verifying = verifying;
    this.agreeing = run.getPrivate();
    this.agreement = Curves.raw(run.getPublic());
  }

  /** Fresh ones; from a seeded source the same each time. */
  public static PeerKeys draw(SecureRandom random) {
    KeyPair pair = pair("Ed25519", random);
    return new PeerKeys(pair.getPrivate(), Curves.raw(pair.getPublic()), pair("X25519", random));
  }

  private static KeyPair pair(String algorithm, SecureRandom random) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(255, random);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 15 has " + algorithm, e);
    }
  }

  /**
   * The lasting key as bytes, for a file.
   *
   * <pre>
   *   | public key 32 | private key, PKCS #8 … |
   * </pre>
   */
  public byte[] secret() {
    byte[] secret = signing.getEncoded();
    return ByteBuffer.allocate(Curves.KEY + secret.length).put(verifying).put(secret).array();
  }

  /**
   * A lasting key from its bytes, with a fresh one for this run.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static PeerKeys of(byte[] secret, SecureRandom random) {
    try {
      PrivateKey signing =
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(
                  new PKCS8EncodedKeySpec(Arrays.copyOfRange(secret, Curves.KEY, secret.length)));
      return new PeerKeys(signing, Arrays.copyOf(secret, Curves.KEY), pair("X25519", random));
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new IllegalArgumentException("these bytes are no peer's key", e);
    }
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
    return Curves.sign(signing, message);
  }

  /** Whether the owner of that public key signed the message; costs a millisecond. */
  public static boolean isSigned(byte[] publicKey, byte[] message, byte[] signature) {
    return Curves.verify(publicKey, message, signature);
  }

  @Override
  public boolean isGenuine(byte[] publicKey, byte[] message, byte[] signature) {
    return publicKey.length == PUBLIC_BYTES
        && signature.length == Curves.SIGNATURE
        && isSigned(publicKey, message, signature);
  }

  public byte @org.jspecify.annotations.Nullable [] agree(byte[] theirs) {
    return Curves.agree(agreeing, theirs);
  }
}
