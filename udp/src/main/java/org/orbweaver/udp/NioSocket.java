package org.orbweaver.udp;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * One channel. What it does not take at once waits in a bounded queue; when that is full, the
 * newest datagram is dropped.
 */
final class NioSocket {
  private record Waiting(Endpoint to, ByteBuffer packet) {}

  private final DatagramChannel channel;
  private final SelectionKey key;
  private final Endpoint home;
  private final int capacity;
  private final LoopCounters counters;
  private final ArrayDeque<Waiting> queue = new ArrayDeque<>();

  private NioSocket(
      DatagramChannel channel,
      SelectionKey key,
      Endpoint home,
      int capacity,
      LoopCounters counters) {
    this.channel = channel;
    this.key = key;
    this.home = home;
    this.capacity = capacity;
    this.counters = counters;
    key.attach(this);
  }

  static NioSocket bind(
      Endpoint address, UdpSettings settings, Selector selector, LoopCounters counters)
      throws IOException {
    DatagramChannel channel =
        DatagramChannel.open(
            address.isIpv4() ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.socketBuffer());
      channel.setOption(StandardSocketOptions.SO_SNDBUF, settings.socketBuffer());
      channel.bind(InetEndpoints.toInet(address));
      Endpoint bound =
          InetEndpoints.fromInet(
              (InetSocketAddress) Objects.requireNonNull(channel.getLocalAddress()));
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      return new NioSocket(channel, key, bound, settings.sendQueue(), counters);
    } catch (SocketException e) {
      channel.close();
      BindException refused = new BindException("cannot bind " + address + ": " + reason(e));
      refused.initCause(e);
      throw refused;
    }
  }

  private static String reason(SocketException e) {
    return Objects.requireNonNullElse(e.getMessage(), "unknown reason").toLowerCase(Locale.ROOT);
  }

  Endpoint home() {
    return home;
  }

  /** Receives one datagram; null if there is none. */
  @Nullable Endpoint receive(ByteBuffer buffer) {
    try {
      InetSocketAddress from = (InetSocketAddress) channel.receive(buffer);
      return from == null ? null : InetEndpoints.fromInet(from);
    } catch (IOException e) {
      counters.receiveErrors.increment();
      return null;
    }
  }

  boolean send(Endpoint to, byte[] packet, int length, ByteBuffer buffer) {
    buffer.clear().put(packet, 0, length).flip();
    if (queue.isEmpty() && tryToSend(to, buffer)) {
      return true;
    }
    if (queue.size() >= capacity) {
      counters.queueFull.increment();
      return false;
    }
    queue.add(new Waiting(to, ByteBuffer.wrap(Arrays.copyOf(packet, length))));
    key.interestOpsOr(SelectionKey.OP_WRITE);
    return true;
  }

  /** Sends what waited, after the channel said that it can. */
  void sendWaiting() {
    Waiting next;
    while ((next = queue.peek()) != null) {
      if (!tryToSend(next.to, next.packet)) {
        return;
      }
      queue.remove();
    }
    key.interestOpsAnd(~SelectionKey.OP_WRITE);
  }

  /** Returns false if the channel takes no more for now; a datagram it refuses is done with. */
  private boolean tryToSend(Endpoint to, ByteBuffer packet) {
    int length = packet.remaining();
    try {
      if (channel.send(packet, InetEndpoints.toInet(to)) == 0 && length > 0) {
        return false;
      }
      counters.sendBatches.increment();
      counters.packetsSent.increment();
      counters.bytesSent.add(length);
    } catch (IOException | UnsupportedAddressTypeException e) {
      counters.sendErrors.increment();
    }
    return true;
  }

  void close() throws IOException {
    channel.close();
  }
}
