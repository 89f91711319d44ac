package org.orbweaver.mainline;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.interfaces.EdECPublicKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;

/**
 * A value that its publisher may replace: it lies under the hash of his public key (and a salt, so
 * one key can publish many items) and is signed together with a growing sequence number.
 *
 * <p>What is signed is the middle of a dictionary, without the enclosing {@code d…e}:
 *
 * <pre>
 *   4:salt6:foobar 3:seqi4e 1:v12:Hello world!       (the salt only if there is one)
 * </pre>
 */
public final class MutableItem implements StoredItem {
  public static final int MAX_SALT_BYTES = 64;

  private final byte[] publicKey;
  private final byte[] salt;
  private final long seq;
  private final Bencoded value;
  private final byte[] signature;

  /** An item as it came in: its signature is still to be {@linkplain #isGenuine checked}. */
  public MutableItem(byte[] publicKey, byte[] salt, long seq, Bencoded value, byte[] signature) {
    if (publicKey.length != Ed25519.KEY_BYTES || signature.length != Ed25519.SIGNATURE_BYTES) {
      throw new IllegalArgumentException(
          "an Ed25519 key has 32 bytes and a signature 64, not %d and %d"
              .formatted(publicKey.length, signature.length));
    }
    this.publicKey = publicKey.clone();
    this.salt = salt.clone();
    this.seq = seq;
    this.value = value;
    this.signature = signature.clone();
  }

  /** A new item, signed with the publisher's Ed25519 key. */
  public static MutableItem sign(KeyPair keys, byte[] salt, long seq, Bencoded value) {
    return new MutableItem(
        Ed25519.encode((EdECPublicKey) keys.getPublic()),
        salt,
        seq,
        value,
        Ed25519.sign(keys.getPrivate(), signedBytes(salt, seq, value)));
  }

  /** Verifies the signature, which takes the better part of a millisecond. */
  public boolean isGenuine() {
    return Ed25519.verify(publicKey, signedBytes(salt, seq, value), signature);
  }

  @Override
  public Key target() {
    return target(publicKey, salt);
  }

  public static Key target(byte[] publicKey, byte[] salt) {
    return StoredItem.sha1(publicKey, salt);
  }

  @Override
  public Bencoded value() {
    return value;
  }

  public long seq() {
    return seq;
  }

  public byte[] publicKey() {
    return publicKey.clone();
  }

  public byte[] salt() {
    return salt.clone();
  }

  int saltLength() {
    return salt.length;
  }

  public byte[] signature() {
    return signature.clone();
  }

  static byte[] signedBytes(byte[] salt, long seq, Bencoded value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(value.length() + 64 + salt.length);
    if (salt.length > 0) {
      bytes.writeBytes(ascii("4:salt" + salt.length + ":"));
      bytes.writeBytes(salt);
    }
    bytes.writeBytes(ascii("3:seqi" + seq + "e1:v"));
    bytes.writeBytes(value.shared());
    return bytes.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MutableItem item
        && seq == item.seq
        && Arrays.equals(publicKey, item.publicKey)
        && Arrays.equals(salt, item.salt)
        && value.equals(item.value)
        && Arrays.equals(signature, item.signature);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(signature);
  }
}
