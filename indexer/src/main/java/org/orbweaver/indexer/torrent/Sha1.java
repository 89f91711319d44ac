package org.orbweaver.indexer.torrent;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.orbweaver.kademlia.Key;

/** SHA-1, the hash of BEP 3: what it gives is a key. */
public final class Sha1 {
  private Sha1() {}

  public static Key of(byte[] content) {
    try {
      return Key.read(MessageDigest.getInstance("SHA-1").digest(content), 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }
}
