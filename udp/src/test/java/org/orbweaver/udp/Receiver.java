package org.orbweaver.udp;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;

/** A handler that cares for packets only. */
@FunctionalInterface
interface Receiver extends PacketHandler {
  void received(Endpoint local, Endpoint from, byte[] packet, int length);

  @Override
  default long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    received(local, from, packet, length);
    return NEVER;
  }

  @Override
  default long onTick(long now) {
    return NEVER;
  }
}
