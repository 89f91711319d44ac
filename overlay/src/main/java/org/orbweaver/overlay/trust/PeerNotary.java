package org.orbweaver.overlay.trust;

import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.task.Signatures;
import org.orbweaver.trust.Notary;

/** Signs with the key that signs for this peer everywhere. */
public record PeerNotary(Signatures keys) implements Notary {
  /** Whether somebody signed it; needs no key of one's own. */
  public static boolean isSigned(byte[] publicKey, byte[] message, byte[] signature) {
    return publicKey.length == PeerKeys.PUBLIC_BYTES
        && PeerKeys.isSigned(publicKey, message, signature);
  }

  @Override
  public byte[] publicKey() {
    return keys.verifying();
  }

  @Override
  public byte[] sign(byte[] message) {
    return keys.sign(message);
  }

  @Override
  public boolean isGenuine(byte[] publicKey, byte[] message, byte[] signature) {
    return keys.isGenuine(publicKey, message, signature);
  }
}
