package org.orbweaver.overlay.membership;

/**
 * What somebody says of a peer. Claims about one peer have an order, so it does not matter in which
 * order, how often or from whom they are heard.
 */
public record PeerClaim(Peer peer, Life life) {
  /** Whether a peer takes part. */
  public enum Life {
    LIVING,
    /** Silent for too long. It may come back, with what it held. */
    DEAD
  }

  /**
   * The newer description wins; of equally new ones the worse news, which only the peer itself
   * undoes.
   */
  public boolean outweighs(PeerClaim other) {
    long mine = peer.incarnation();
    long its = other.peer.incarnation();
    return mine != its ? mine > its : life.compareTo(other.life) > 0;
  }
}
