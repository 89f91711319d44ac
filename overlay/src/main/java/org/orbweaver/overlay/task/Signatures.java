package org.orbweaver.overlay.task;

/** How a peer signs, and checks what others signed. */
public interface Signatures {
  /** For experiments without foes: nothing is signed, and everything believed. */
  Signatures NONE =
      new Signatures() {
        @Override
        public byte[] verifying() {
          return new byte[0];
        }

        @Override
        public byte[] sign(byte[] message) {
          return new byte[0];
        }

        @Override
        public boolean isGenuine(byte[] publicKey, byte[] message, byte[] signature) {
          return true;
        }
      };

  /** The public key with which others check. */
  byte[] verifying();

  byte[] sign(byte[] message);

  /** Whether the owner of that public key signed the message. */
  boolean isGenuine(byte[] publicKey, byte[] message, byte[] signature);
}
