package org.orbweaver.overlay.identity;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.wire.PacketHandler;

/** A peer behind its handshakes: what a driver drives where not everybody is honest. */
public final class SealedPeer implements PacketHandler {
  private final Handshakes handshakes;
  private final OverlayNode node;

  /**
   * @param node whose seal and notary the handshakes are
   */
  public SealedPeer(Handshakes handshakes, OverlayNode node) {
    this.handshakes = handshakes;
    this.node = node;
  }

  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    boolean dealtWith = handshakes.onPacket(now, from, packet, length);
    long next = dealtWith ? node.onTick(now) : node.onPacket(now, local, from, packet, length);
    introduce(now);
    return Math.min(next, handshakes.onTick(now));
  }

  private void introduce(long now) {
    handshakes.takeMet().forEach(peer -> node.meet(now, peer));
  }

  @Override
  public long onTick(long now) {
    long next = handshakes.onTick(now);
    next = Math.min(next, node.onTick(now));
    introduce(now);
    return next;
  }
}
