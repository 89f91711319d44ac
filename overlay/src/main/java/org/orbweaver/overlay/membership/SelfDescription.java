package org.orbweaver.overlay.membership;

/** Makes this peer's own description, signed. */
@FunctionalInterface
public interface SelfDescription {
  /**
   * @param virtualNodes zero for a peer that owns nothing: it is about to leave, or cannot be
   *     reached from outside
   */
  Peer of(long incarnation, int virtualNodes);
}
