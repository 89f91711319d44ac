package org.orbweaver.udp;

import java.io.IOException;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.linux.BoundSocket;
import org.orbweaver.udp.linux.LinuxCalls;
import org.orbweaver.udp.linux.MessageBatch;

/** One socket and what waits to leave through it: a home, or every address of a network. */
final class LinuxSocket {
  private final LinuxCalls calls;
  private final int index;
  private final int fd;
  private final Endpoint home;
  private final Home.@Nullable Ipv4Network network;
  private final MessageBatch ring;
  private final SendQueue queue;
  private final SendQueue.Kernel kernel;

  private LinuxSocket(
      LinuxCalls calls,
      SendCall sendCall,
      int index,
      BoundSocket socket,
      Endpoint home,
      Home.@Nullable Ipv4Network network,
      MessageBatch ring,
      LoopCounters counters) {
    this.calls = calls;
    this.index = index;
    this.fd = socket.fd();
    this.home = home;
    this.network = network;
    this.ring = ring;
    this.queue = new SendQueue(ring, counters);
    this.kernel = (messages, count) -> sendCall.send(calls, fd, messages, count);
  }

  /** The {@code sendmmsg} of these sockets; tests have one that is full at will. */
  @FunctionalInterface
  interface SendCall {
    int send(LinuxCalls calls, int fd, long messages, int count);
  }

  /** Binds the home of that index in the settings. */
  static LinuxSocket bind(
      LinuxCalls calls,
      SendCall sendCall,
      Arena arena,
      int index,
      UdpSettings settings,
      LoopCounters counters)
      throws IOException {
    MessageBatch ring = new MessageBatch(arena, settings.sendQueue(), settings.maxPacket());
    int buffer = settings.socketBuffer();
    return switch (settings.homes().get(index)) {
      case Home.Address(Endpoint endpoint) -> {
        BoundSocket socket = BoundSocket.bind(calls, endpoint, false, buffer);
        yield new LinuxSocket(calls, sendCall, index, socket, socket.bound(), null, ring, counters);
      }
      case Home.Ipv4Network network -> {
        BoundSocket socket = BoundSocket.bind(calls, Endpoint.v4(0, network.port()), true, buffer);
        Endpoint first = Endpoint.v4(network.network(), socket.bound().port());
        yield new LinuxSocket(calls, sendCall, index, socket, first, network, ring, counters);
      }
    };
  }

  int index() {
    return index;
  }

  int fd() {
    return fd;
  }

  Endpoint home() {
    return home;
  }

  boolean isWildcard() {
    return network != null;
  }

  boolean owns(Endpoint local) {
    if (network == null) {
      return home.equals(local);
    }
    return local.port() == home.port() && local.isIpv4() && network.contains(local.ipv4());
  }

  /** Receives into the batch; how many, or a negated error. */
  int receive(MessageBatch incoming) {
    return calls.recvmmsg(fd, incoming.pointer(0), incoming.slots(), LinuxCalls.MSG_DONTWAIT);
  }

  /** The address a received message was sent to; null if it is none of ours. */
  @Nullable Endpoint destination(MessageBatch incoming, int i) {
    if (network == null) {
      return home;
    }
    int address = incoming.destination(i);
    return network.contains(address) ? Endpoint.v4(address, home.port()) : null;
  }

  boolean isFull() {
    return queue.isFull();
  }

  void enqueue(Endpoint local, Endpoint to, byte[] packet, int length) {
    int slot = queue.add(to, packet, length);
    if (network != null) {
      ring.putSource(slot, local.ipv4());
    }
  }

  /** Returns false if the kernel takes no more for now. */
  boolean flush() {
    return queue.flush(kernel);
  }

  void close() {
    calls.close(fd);
  }
}
