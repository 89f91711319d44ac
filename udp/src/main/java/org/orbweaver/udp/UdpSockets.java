package org.orbweaver.udp;

import java.io.IOException;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/**
 * The bound sockets of one loop, and the outbox of the handler it drives.
 *
 * <p>They belong to one thread at a time: to the one that opened them until {@link
 * UdpEventLoop#start}, then to the loop's. What is sent before the start leaves with it.
 */
public abstract sealed class UdpSockets implements Outbox, AutoCloseable
    permits LinuxTransport, NioTransport {
  /** How many datagrams one system call may move; 16 are already enough, measured. */
  static final int BATCH = 64;

  private final UdpSettings settings;
  private final LoopCounters counters = new LoopCounters();

  UdpSockets(UdpSettings settings) {
    this.settings = settings;
  }

  /**
   * Binds all homes or none.
   *
   * @throws IOException in one sentence: {@code cannot bind 127.0.0.1:6881: address already in use}
   */
  public static UdpSockets open(UdpSettings settings) throws IOException {
    return switch (settings.transport().resolved()) {
      case LINUX -> LinuxTransport.bindAll(settings);
      case NIO, AUTO -> NioTransport.bindAll(settings);
    };
  }

  /**
   * The homes as bound, in the order of the settings; a whole network by its first address. Packets
   * carry these very objects as their local endpoint.
   */
  public abstract List<Endpoint> homes();

  /**
   * {@inheritDoc}
   *
   * <p>What the kernel does not take at once waits, up to {@link UdpSettings#sendQueue} a home;
   * then the newest is dropped.
   */
  @Override
  public abstract boolean send(Endpoint local, Endpoint to, byte[] packet, int length);

  /** Waits for datagrams or {@link #wakeUp}; returns how many homes have something to read. */
  abstract int await(int millis) throws IOException;

  /** Hands over one batch from a home that {@link #await} found ready; false if there was none. */
  abstract boolean receive(int ready, long now, PacketHandler handler);

  /** Gives the kernel what waits to be sent. */
  abstract void flush();

  /** Ends a running or the next {@link #await}; the one method for any thread, even after close. */
  abstract void wakeUp();

  /** Frees the ports; only for sockets that no loop drives, which closes them itself. */
  @Override
  public abstract void close();

  final UdpSettings settings() {
    return settings;
  }

  final LoopCounters counters() {
    return counters;
  }
}
