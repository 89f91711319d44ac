package org.orbweaver.udp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;

/** Sockets driven by Java's own channels: one system call and a few small objects a datagram. */
final class NioTransport extends UdpSockets {
  private final Selector selector;
  private final List<Endpoint> homes = new ArrayList<>();
  private final Map<Endpoint, NioSocket> byHome = new HashMap<>();
  private final List<NioSocket> ready = new ArrayList<>();

  /** One byte more than allowed, to see what is too long. */
  private final ByteBuffer incoming;

  private final ByteBuffer outgoing;
  private final byte[] packet;

  private NioTransport(UdpSettings settings) throws IOException {
    super(settings);
    selector = Selector.open();
    incoming = ByteBuffer.allocateDirect(settings.maxPacket() + 1);
    outgoing = ByteBuffer.allocateDirect(settings.maxPacket());
    packet = new byte[settings.maxPacket()];
  }

  static NioTransport bindAll(UdpSettings settings) throws IOException {
    NioTransport transport = new NioTransport(settings);
    try {
      for (Home home : settings.homes()) {
        transport.bind(home);
      }
      return transport;
    } catch (IOException | RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  private void bind(Home home) throws IOException {
    if (!(home instanceof Home.Address(Endpoint endpoint))) {
      throw new IOException("cannot bind a whole network: this needs 64-bit Linux");
    }
    NioSocket socket = NioSocket.bind(endpoint, settings(), selector, counters());
    homes.add(socket.home());
    byHome.put(socket.home(), socket);
  }

  @Override
  public List<Endpoint> homes() {
    return List.copyOf(homes);
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] payload, int length) {
    NioSocket socket = byHome.get(local);
    if (socket == null) {
      counters().notAtHome.increment();
      return false;
    }
    if (length > settings().maxPacket()) {
      counters().oversized.increment();
      return false;
    }
    return socket.send(to, payload, length, outgoing);
  }

  @Override
  int await(int millis) throws IOException {
    ready.clear();
    if (millis == 0) {
      selector.selectNow(this::selected);
    } else {
      selector.select(this::selected, Math.max(0, millis));
    }
    return ready.size();
  }

  private void selected(SelectionKey key) {
    NioSocket socket = (NioSocket) key.attachment();
    if (key.isWritable()) {
      socket.sendWaiting();
    }
    if (key.isReadable()) {
      ready.add(socket);
    }
  }

  @Override
  boolean receive(int which, long now, PacketHandler handler) {
    NioSocket socket = ready.get(which);
    counters().receiveBatches.increment();
    for (int i = 0; i < BATCH; i++) {
      incoming.clear();
      Endpoint from = socket.receive(incoming);
      if (from == null) {
        return i > 0;
      }
      deliver(socket.home(), from, now, handler);
    }
    return true;
  }

  private void deliver(Endpoint local, Endpoint from, long now, PacketHandler handler) {
    int length = incoming.flip().remaining();
    if (length > packet.length) {
      counters().truncated.increment();
      return;
    }
    incoming.get(packet, 0, length);
    counters().packetsReceived.increment();
    counters().bytesReceived.add(length);
    handler.onPacket(now, local, from, packet, length);
  }

  /** Nothing to do: datagrams leave at once, or when the selector says so. */
  @Override
  void flush() {}

  @Override
  void wakeUp() {
    selector.wakeup();
  }

  @Override
  public void close() {
    try {
      for (NioSocket socket : byHome.values()) {
        socket.close();
      }
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the sockets at " + homes, e);
    }
  }
}
