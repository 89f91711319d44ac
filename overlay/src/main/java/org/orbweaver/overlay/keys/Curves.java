package org.orbweaver.overlay.keys;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.HKDFParameterSpec;
import org.jspecify.annotations.Nullable;

/** Ed25519, X25519 and HKDF-SHA256 as the JDK has them, between raw bytes. */
public final class Curves {
  public static final int KEY = 32;
  public static final int SIGNATURE = 64;

  /** What X.509 puts before the 32 bytes of such a key. */
  private static final byte[] ED_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private static final byte[] X_PREFIX = HexFormat.of().parseHex("302a300506032b656e032100");

  private Curves() {}

  /** The last 32 bytes of the X.509 form. */
  static byte[] raw(PublicKey key) {
    byte[] encoded = key.getEncoded();
    return Arrays.copyOfRange(encoded, encoded.length - KEY, encoded.length);
  }

  private static PublicKey key(String algorithm, byte[] prefix, byte[] raw)
      throws GeneralSecurityException {
    byte[] encoded = Arrays.copyOf(prefix, prefix.length + KEY);
    System.arraycopy(raw, 0, encoded, prefix.length, KEY);
    return KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(encoded));
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

  public static boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
    try {
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(key("Ed25519", ED_PREFIX, publicKey));
      verifier.update(message);
      return verifier.verify(signature);
    } catch (SignatureException | InvalidKeySpecException | InvalidKeyException e) {
      return false; // a key or signature that is no point of the curve is a forgery like any other
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 15 has Ed25519", e);
    }
  }

  /** The secret two peers share; null for a key that is no key. */
  static byte @Nullable [] agree(PrivateKey mine, byte[] theirs) {
    try {
      KeyAgreement agreement = KeyAgreement.getInstance("X25519");
      agreement.init(mine);
      agreement.doPhase(key("X25519", X_PREFIX, theirs), true);
      return agreement.generateSecret();
    } catch (InvalidKeyException | InvalidKeySpecException e) {
      return null; // of small order, or malformed
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 11 has X25519", e);
    }
  }

  public static byte[] derive(byte[] secret, byte[] salt, byte[] info, int length) {
    try {
      return KDF.getInstance("HKDF-SHA256")
          .deriveData(
              HKDFParameterSpec.ofExtract().addIKM(secret).addSalt(salt).thenExpand(info, length));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 25 has HKDF", e);
    }
  }
}
