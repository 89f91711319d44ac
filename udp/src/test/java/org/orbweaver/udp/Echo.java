package org.orbweaver.udp;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;

/** Sends every packet back from where it came in. */
record Echo(Outbox outbox) implements Receiver {
  @Override
  public void received(Endpoint local, Endpoint from, byte[] packet, int length) {
    outbox.send(local, from, packet, length);
  }
}
