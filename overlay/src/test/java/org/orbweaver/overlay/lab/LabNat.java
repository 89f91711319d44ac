package org.orbweaver.overlay.lab;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/**
 * A strict NAT before one peer: each destination sees it at another port, only that destination is
 * let in there, and a port that was not used for a while is closed and never comes back.
 */
final class LabNat implements PacketHandler, Outbox {
  private record Mapping(Endpoint outside, Endpoint to, long usedAt) {}

  private final VirtualClock clock;
  private final VirtualNetwork network;
  private final Endpoint outside;
  private final long forgetAfter;
  private final Map<Endpoint, Mapping> byDestination = new HashMap<>();
  private final Map<Endpoint, Mapping> byPort = new HashMap<>();
  private PacketHandler inside;
  private final int firstPort;
  private int ports;
  private long turnedAway;

  LabNat(VirtualClock clock, VirtualNetwork network, Endpoint outside, Duration forgetAfter) {
    this(clock, network, outside, forgetAfter, 20_000);
  }

  /**
   * @param firstPort that it gives; others at the same address have others
   */
  LabNat(
      VirtualClock clock,
      VirtualNetwork network,
      Endpoint outside,
      Duration forgetAfter,
      int firstPort) {
    this.firstPort = firstPort;
    this.ports = firstPort + 1;
    this.clock = clock;
    this.network = network;
    this.outside = outside;
    this.forgetAfter = forgetAfter.toNanos();
    this.inside = this;
  }

  void serve(PacketHandler peer) {
    inside = peer;
    network.attach(this, List.of(outside.withPort(firstPort)));
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] packet, int length) {
    long now = clock.now();
    Mapping mapping = byDestination.get(to);
    if (mapping == null || now - mapping.usedAt() > forgetAfter) {
      mapping = new Mapping(outside.withPort(ports++), to, now);
      network.attach(this, List.of(mapping.outside()));
    }
    mapping = new Mapping(mapping.outside(), to, now);
    byDestination.put(to, mapping);
    byPort.put(mapping.outside(), mapping);
    return network.send(mapping.outside(), to, packet, length);
  }

  @Override
  public long onPacket(long at, Endpoint local, Endpoint from, byte[] packet, int length) {
    Mapping mapping = byPort.get(local);
    if (mapping == null || !mapping.to().equals(from) || at - mapping.usedAt() > forgetAfter) {
      turnedAway++;
      return inside.onTick(at);
    }
    return inside.onPacket(at, local, from, packet, length);
  }

  @Override
  public long onTick(long at) {
    return inside.onTick(at);
  }

  /** Where that destination sees the peer. */
  Endpoint seenBy(Endpoint destination) {
    return Objects.requireNonNull(byDestination.get(destination)).outside();
  }

  /** Ports it has given. */
  int ports() {
    return ports - firstPort - 1;
  }

  /** Packets that it did not let in. */
  long turnedAway() {
    return turnedAway;
  }
}
