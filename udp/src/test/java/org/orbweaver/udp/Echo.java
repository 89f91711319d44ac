package org.orbweaver.udp;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/** Sends every packet back from where it came in. */
record Echo(Outbox outbox) implements PacketHandler {
  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    outbox.send(local, from, packet, length);
    return NEVER;
  }

  @Override
  public long onTick(long now) {
    return NEVER;
  }
}
