package org.orbweaver.overlay.membership;

import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/** Says whether to believe what is claimed of a peer. */
public interface PeerVerifier {
  /** Believes everybody; for experiments without foes. */
  PeerVerifier CREDULOUS =
      new PeerVerifier() {
        @Override
        public boolean vouchesFor(PeerClaim claim, Endpoint teller) {
          return true;
        }

        @Override
        public boolean isMine(Peer peer) {
          return true;
        }
      };

  /**
   * Whether the peer was met at its address and made this description with the key met there. One
   * who cannot say yet says no, and may find out, at the teller's expense; it is asked again when
   * the claim is heard again.
   *
   * @param teller who said so
   */
  boolean vouchesFor(PeerClaim claim, Endpoint teller);

  /** The client that hands were shaken with there; null if there is none. */
  default @Nullable Peer client(Endpoint address) {
    return null;
  }

  /** Whether this peer itself made the description, now or in an earlier run. */
  boolean isMine(Peer peer);
}
