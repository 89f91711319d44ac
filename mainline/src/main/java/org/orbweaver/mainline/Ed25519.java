package org.orbweaver.mainline;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.NamedParameterSpec;

/**
 * Ed25519 as BEP 44 uses it, with the JDK's implementation between raw bytes. One core verifies
 * about 1,100 signatures a second, so callers must limit how many strangers may ask for.
 */
final class Ed25519 {
  static final int KEY_BYTES = 32;
  static final int SIGNATURE_BYTES = 64;

  private Ed25519() {}

  static boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
    try {
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(decode(publicKey));
      verifier.update(message);
      return verifier.verify(signature);
    } catch (SignatureException | InvalidKeySpecException | InvalidKeyException e) {
      // A key or signature that is no point of the curve: wrong, like any other forgery.
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 15 has Ed25519", e);
    }
  }

  static byte[] sign(PrivateKey key, byte[] message) {
    try {
      Signature signer = Signature.getInstance("Ed25519");
      signer.initSign(key);
      signer.update(message);
      return signer.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not an Ed25519 private key", e);
    }
  }

  /** RFC 8032: y as 255 bits, little-endian; the top bit is x's oddness. */
  static byte[] encode(EdECPublicKey key) {
    byte[] bigEndian = key.getPoint().getY().toByteArray();
    byte[] bytes = new byte[KEY_BYTES];
    for (int i = 0; i < Math.min(bigEndian.length, KEY_BYTES); i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    if (key.getPoint().isXOdd()) {
      bytes[KEY_BYTES - 1] |= (byte) 0x80;
    }
    return bytes;
  }

  private static PublicKey decode(byte[] bytes) throws GeneralSecurityException {
    byte[] bigEndian = new byte[KEY_BYTES];
    for (int i = 0; i < KEY_BYTES; i++) {
      bigEndian[i] = bytes[KEY_BYTES - 1 - i];
    }
    boolean xOdd = bigEndian[0] < 0;
    bigEndian[0] &= 0x7F;
    EdECPoint point = new EdECPoint(xOdd, new BigInteger(1, bigEndian));
    return KeyFactory.getInstance("Ed25519")
        .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
  }
}
