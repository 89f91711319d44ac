package org.orbweaver.mainline;

import java.security.KeyPair;
import java.security.interfaces.EdECPublicKey;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.MutableItem;

/**
 * A value that its publisher may replace: it lies under the hash of his public key (and a salt, so
 * one key can publish many items) and is signed together with a growing sequence number.
 *
 * <p>What is signed is the middle of a dictionary, without the enclosing {@code d…e}:
 *
 * <pre>
 *   4:salt6:foobar 3:seqi4e 1:v12:Hello world!       (the salt only if there is one)
 * </pre>
 *
 * @param parts as they travelled; the signature may still be anything
 */
public record SignedItem(MutableItem parts) implements StoredItem {
  public static final int MAX_SALT_BYTES = 64;

  /** A new item, signed with the publisher's Ed25519 key. */
  public static SignedItem sign(KeyPair keys, Bytes salt, long sequence, Bytes value) {
    byte[] signature = Ed25519.sign(keys.getPrivate(), signedBytes(salt, sequence, value));
    byte[] publicKey = Ed25519.encode((EdECPublicKey) keys.getPublic());
    return new SignedItem(
        new MutableItem(Bytes.of(publicKey), salt, sequence, Bytes.of(signature), value));
  }

  /** Where the item of that key and salt lies. */
  public static Key target(Bytes publicKey, Bytes salt) {
    return StoredItem.sha1(publicKey.toArray(), salt.toArray());
  }

  @Override
  public Key target() {
    return target(parts.publicKey(), parts.salt());
  }

  @Override
  public Bytes value() {
    return parts.value();
  }

  /** Verifies the signature, which takes the better part of a millisecond. */
  public boolean isGenuine() {
    return Ed25519.verify(
        parts.publicKey().toArray(),
        signedBytes(parts.salt(), parts.sequence(), parts.value()),
        parts.signature().toArray());
  }

  static byte[] signedBytes(Bytes salt, long sequence, Bytes value) {
    BencodeWriter bytes = new BencodeWriter(value.length() + salt.length() + 64);
    if (!salt.isEmpty()) {
      bytes.string("salt").string(salt);
    }
    bytes.string("seq").integer(sequence).string("v").raw(value);
    return bytes.toArray();
  }
}
