package org.orbweaver.overlay.rpc;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * Makes sure that a message comes from the peer it seems to come from, unchanged and for the first
 * time.
 */
public interface MessageCipher {
  /** Trusts everybody: for experiments whose peers are all honest. */
  MessageCipher NONE =
      new MessageCipher() {
        @Override
        public byte[] close(Endpoint to, byte[] message) {
          return message;
        }

        @Override
        public byte[] open(Endpoint from, byte[] packet, int length) {
          return Arrays.copyOf(packet, length);
        }
      };

  /**
   * The message as it may travel; empty if the seal keeps it back, to send it itself when it has
   * made the other's acquaintance.
   */
  byte[] close(Endpoint to, byte[] message);

  /** The message in the packet, or null if it is forged, changed or replayed. */
  byte @Nullable [] open(Endpoint from, byte[] packet, int length);
}
