package org.orbweaver.overlay.identity;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.wire.PacketHandler;

/**
 * One who talks to peers without being a member: a client that cannot be reached from outside and
 * answers for nothing, or in experiments a foe.
 */
public final class Visitor implements PacketHandler {
  private final Handshakes handshakes;
  private final Rpc rpc;

  /**
   * @param rpc whose seal the handshakes are
   */
  public Visitor(Handshakes handshakes, Rpc rpc) {
    this.handshakes = handshakes;
    this.rpc = rpc;
  }

  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    if (!handshakes.onPacket(now, from, packet, length)) {
      rpc.onPacket(now, from, packet, length);
    }
    return onTick(now);
  }

  @Override
  public long onTick(long now) {
    handshakes.takeMet();
    return Math.min(handshakes.onTick(now), rpc.onTick(now));
  }
}
