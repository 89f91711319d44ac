package org.orbweaver.trust;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.orbweaver.kademlia.Key;

/** SHA-256, each use under a name of its own, so that no hash passes for another. */
final class Hash {
  static final int BYTES = 32;

  private final MessageDigest sha;

  private Hash(MessageDigest sha) {
    this.sha = sha;
  }

  static Hash of(String use) {
    try {
      Hash hash = new Hash(MessageDigest.getInstance("SHA-256"));
      hash.sha.update(("orbweaver trust " + use + "\n").getBytes(StandardCharsets.US_ASCII));
      return hash;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  Hash add(byte[] bytes) {
    sha.update(bytes);
    return this;
  }

  Hash add(long number) {
    sha.update(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    return this;
  }

  Hash add(Key key) {
    sha.update(key.toBytes());
    return this;
  }

  byte[] bytes() {
    return sha.digest();
  }

  Key key() {
    return Key.read(sha.digest(), 0);
  }
}
