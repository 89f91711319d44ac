package org.orbweaver.indexer.peer;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;
import org.orbweaver.kademlia.Key;

/** RC4 without its first 1,024 bytes, as message stream encryption uses it. Broken, but agreed. */
final class Rc4 {
  private static final int DISCARDED = 1_024;

  private final Cipher cipher;

  @SuppressWarnings("InsecureCryptoUsage") // others decide: nothing hangs on its secrecy
  Rc4(Key key) {
    try {
      cipher = Cipher.getInstance("ARCFOUR");
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key.toBytes(), "ARCFOUR"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no ARCFOUR", e);
    }
    apply(new byte[DISCARDED], 0, DISCARDED);
  }

  /** Encrypts or decrypts in place. */
  void apply(byte[] bytes, int offset, int length) {
    try {
      cipher.update(bytes, offset, length, bytes, offset);
    } catch (ShortBufferException e) {
      throw new IllegalStateException("as many bytes come out as go in", e);
    }
  }
}
