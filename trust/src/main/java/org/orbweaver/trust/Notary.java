package org.orbweaver.trust;

/** Signs for this peer, and checks what others signed. The overlay lends its keys for it. */
public interface Notary {
  /** The public key with which others check. */
  byte[] publicKey();

  byte[] sign(byte[] message);

  boolean isGenuine(byte[] publicKey, byte[] message, byte[] signature);
}
