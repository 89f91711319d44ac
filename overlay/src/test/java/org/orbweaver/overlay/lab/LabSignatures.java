package org.orbweaver.overlay.lab;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.orbweaver.overlay.task.Signatures;

/**
 * Signatures for a lab of hundreds of peers in which nobody forges any: a hash in place of a curve,
 * and a count of how many a peer would have made and looked at.
 */
public final class LabSignatures implements Signatures {
  private final byte[] key;
  private long made;
  private long looked;

  public LabSignatures(long number) {
    this.key = hash("key of peer " + number, new byte[0], new byte[0]);
  }

  @Override
  public byte[] verifying() {
    return key.clone();
  }

  @Override
  public byte[] sign(byte[] message) {
    made++;
    return signature(key, message);
  }

  @Override
  public boolean isGenuine(byte[] publicKey, byte[] message, byte[] signature) {
    looked++;
    return Arrays.equals(signature(publicKey, message), signature);
  }

  private static byte[] signature(byte[] key, byte[] message) {
    byte[] half = hash("signature", key, message);
    byte[] whole = Arrays.copyOf(half, 64); // as long as an Ed25519 signature is
    System.arraycopy(half, 0, whole, 32, 32);
    return whole;
  }

  private static byte[] hash(String use, byte[] first, byte[] second) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(use.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      sha.update(first);
      return sha.digest(second);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public long made() {
    return made;
  }

  public long looked() {
    return looked;
  }
}
