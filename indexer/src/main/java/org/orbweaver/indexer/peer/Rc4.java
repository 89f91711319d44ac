package org.orbweaver.indexer.peer;

import org.orbweaver.kademlia.Key;

/** RC4 without its first 1,024 bytes, as message stream encryption uses it. Broken, but agreed. */
final class Rc4 {
  private static final int DISCARDED = 1_024;

  private final byte[] state = new byte[256];
  private int i;
  private int j;

  Rc4(Key key) {
    byte[] secret = key.toBytes();
    for (int n = 0; n < 256; n++) {
      state[n] = (byte) n;
    }
    int k = 0;
    for (int n = 0; n < 256; n++) {
      k = (k + state[n] + secret[n % secret.length]) & 0xFF;
      swap(n, k);
    }
    apply(new byte[DISCARDED], 0, DISCARDED);
  }

  /** Encrypts or decrypts in place. */
  void apply(byte[] bytes, int offset, int length) {
    for (int n = offset; n < offset + length; n++) {
      i = (i + 1) & 0xFF;
      j = (j + state[i]) & 0xFF;
      swap(i, j);
      bytes[n] ^= state[(state[i] + state[j]) & 0xFF];
    }
  }

  private void swap(int a, int b) {
    byte kept = state[a];
    state[a] = state[b];
    state[b] = kept;
  }
}
