package org.orbweaver.mainline;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;

/** An item of BEP 44, as it is put, stored and got. */
public sealed interface StoredItem permits ImmutableItem, SignedItem {
  /** Larger values may be refused by any node, and are by us. */
  int MAX_VALUE_BYTES = 1000;

  /** The key the item lies under. */
  Key target();

  /**
   * Bencoded, byte for byte as it travelled: decoding and encoding again need not give the same
   * bytes, and these are what is hashed and signed.
   */
  Bytes value();

  /** SHA-1 of the parts one after the other, as a key. */
  static Key sha1(byte[]... parts) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      for (byte[] part : parts) {
        sha1.update(part);
      }
      return Key.read(sha1.digest(), 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
