package org.orbweaver.overlay.swarm;

/** Says whether a description of a peer was made by that peer. */
@FunctionalInterface
public interface Notary {
  boolean vouchesFor(Peer peer);
}
