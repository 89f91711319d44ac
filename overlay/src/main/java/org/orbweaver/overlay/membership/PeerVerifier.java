package org.orbweaver.overlay.membership;

/**
 * Says whether to believe what is claimed of a peer: that it was made by that peer and, if it is to
 * live, that it answers at its address. One who cannot say yet says no, finds out, and is asked
 * again when the claim is heard again.
 */
@FunctionalInterface
public interface PeerVerifier {
  boolean vouchesFor(PeerClaim claim);
}
