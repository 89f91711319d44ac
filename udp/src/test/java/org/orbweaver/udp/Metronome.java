package org.orbweaver.udp;

import java.util.function.LongConsumer;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;

/** Wants to be woken at even intervals and tells how late it was. */
final class Metronome implements PacketHandler {
  private final long interval;
  private final LongConsumer lateness;
  private long due;

  Metronome(long interval, LongConsumer lateness) {
    this.interval = interval;
    this.lateness = lateness;
  }

  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    return due;
  }

  @Override
  public long onTick(long now) {
    if (due != 0) {
      lateness.accept(now - due);
    }
    due = now + interval;
    return due;
  }
}
