package org.orbweaver.wire.krpc;

import org.orbweaver.wire.bencode.Bytes;

/**
 * A signed item as BEP 44 stores it.
 *
 * @param publicKey the Ed25519 key of 32 bytes under whose hash it is stored
 * @param salt tells apart the items of one key; at most 64 bytes, empty for none
 * @param sequence grows with every change
 * @param signature 64 bytes over salt, sequence and value
 * @param value verbatim bencoding of any value, at most 1000 bytes
 */
public record MutableItem(
    Bytes publicKey, Bytes salt, long sequence, Bytes signature, Bytes value) {
  public MutableItem {
    if (publicKey.length() != 32 || signature.length() != 64) {
      throw new IllegalArgumentException(
          "an Ed25519 key has 32 bytes and a signature 64, not "
              + publicKey.length()
              + " and "
              + signature.length());
    }
  }
}
