package org.orbweaver.interop;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.util.HexFormat;

/** Who publishes mutable items: the same in every program that knows the seed. */
record Publisher(String seed, KeyPair keys) {
  static Publisher ofSeed(String hex) {
    byte[] seed = HexFormat.of().parseHex(hex);
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(NamedParameterSpec.ED25519, new Fixed(seed));
      return new Publisher(hex, generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has Ed25519", e);
    }
  }

  /** The key as BEP 44 sends it: the last 32 bytes of its usual encoding (RFC 8410). */
  byte[] publicKey() {
    byte[] encoded = keys.getPublic().getEncoded();
    byte[] key = new byte[32];
    System.arraycopy(encoded, encoded.length - key.length, key, 0, key.length);
    return key;
  }

  String publicKeyHex() {
    return HexFormat.of().formatHex(publicKey());
  }

  /**
   * The only way to give Java the seed of a key pair: it takes the first 32 random bytes for it.
   */
  private static final class Fixed extends SecureRandom {
    private static final long serialVersionUID = 1;
    private final byte[] bytes;

    Fixed(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    @Override
    public void nextBytes(byte[] target) {
      System.arraycopy(bytes, 0, target, 0, target.length);
    }
  }
}
