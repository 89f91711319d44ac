package org.orbweaver.sim.world;

/** How a peer behaves when somebody wants a torrent's metadata from it. */
public enum PeerKind {
  SERVES,
  /** Its address is still told, but nobody listens there. */
  GONE,
  /** Accepts the connection and closes it, or knows no metadata extension. */
  REFUSES,
  /** Sends pieces that do not hash to what was asked for. */
  LIES,
  /** Accepts the connection and says nothing more. */
  HANGS,
  /** Cannot be reached, but dials those whose addresses it is told, and serves them. */
  DIALS_OUT
}
