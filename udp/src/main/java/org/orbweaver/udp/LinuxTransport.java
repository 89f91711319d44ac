package org.orbweaver.udp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.linux.Epoll;
import org.orbweaver.udp.linux.Errno;
import org.orbweaver.udp.linux.LinuxCalls;
import org.orbweaver.udp.linux.MessageBatch;
import org.orbweaver.wire.PacketHandler;

/**
 * Sockets driven by the kernel's batch calls. All native memory is laid out when they are opened:
 * one batch to receive into, shared by all sockets, and one ring to send from per socket. Payloads
 * are copied (a few hundred bytes, some 20 ns) so that handlers deal with plain arrays.
 */
final class LinuxTransport extends UdpSockets {
  private final Epoll epoll;
  private final Arena arena = Arena.ofShared(); // opened by one thread, used and closed by another
  private final LinuxCalls calls = new LinuxCalls(arena);
  private final List<LinuxSocket> sockets = new ArrayList<>();
  private final SocketsByHome byHome = new SocketsByHome();
  private final MessageBatch incoming;
  private final byte[] packet;
  private final int[] ready;

  /** By index: sockets with something in their queue that the kernel was not yet given. */
  private final BitSet unsent = new BitSet();

  /** By index: sockets the kernel takes no more from until epoll says so. */
  private final BitSet blocked = new BitSet();

  private boolean closed;

  private LinuxTransport(UdpSettings settings) throws IOException {
    int homes = settings.homes().size();
    epoll = new Epoll(homes + 1);
    super(settings);
    incoming = new MessageBatch(arena, BATCH, settings.maxPacket());
    incoming.expect(BATCH);
    packet = new byte[settings.maxPacket()];
    ready = new int[homes];
  }

  static LinuxTransport bindAll(UdpSettings settings) throws IOException {
    return bindAll(
        settings,
        (calls, fd, messages, count) ->
            calls.sendmmsg(fd, messages, count, LinuxCalls.MSG_DONTWAIT));
  }

  static LinuxTransport bindAll(UdpSettings settings, LinuxSocket.SendCall sendCall)
      throws IOException {
    LinuxTransport transport = new LinuxTransport(settings);
    try {
      for (int i = 0; i < settings.homes().size(); i++) {
        transport.bind(i, sendCall);
      }
      return transport;
    } catch (IOException | RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  private void bind(int index, LinuxSocket.SendCall sendCall) throws IOException {
    LinuxSocket socket = LinuxSocket.bind(calls, sendCall, arena, index, settings(), counters());
    sockets.add(socket);
    byHome.add(socket);
    epoll.add(socket.fd(), index);
  }

  @Override
  public List<Endpoint> homes() {
    return sockets.stream().map(LinuxSocket::home).toList();
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] packet, int length) {
    LinuxSocket socket = byHome.owner(local);
    if (socket == null) {
      return dropped(counters().notAtHome);
    }
    if (length > settings().maxPacket()) {
      return dropped(counters().oversized);
    }
    if (socket.isFull() && !blocked.get(socket.index())) {
      flush(socket);
    }
    if (socket.isFull()) {
      return dropped(counters().queueFull);
    }
    socket.enqueue(local, to, packet, length);
    unsent.set(socket.index());
    return true;
  }

  private boolean dropped(Counter reason) {
    reason.increment();
    return false;
  }

  @Override
  int await(int millis) throws IOException {
    int events = epoll.await(millis);
    int count = 0;
    for (int i = 0; i < events; i++) {
      int index = (int) epoll.token(i);
      if (index == Epoll.WOKEN) {
        continue;
      }
      if (epoll.writable(i)) {
        unblock(sockets.get(index));
      }
      if (epoll.readable(i)) {
        ready[count++] = index;
      }
    }
    return count;
  }

  @Override
  boolean receive(int which, long now, PacketHandler handler) {
    LinuxSocket socket = sockets.get(ready[which]);
    int count = socket.receive(incoming);
    if (count < 0) {
      if (count != -Errno.EAGAIN && count != -Errno.EINTR) {
        counters().receiveErrors.increment();
      }
      return false;
    }
    byHome.expect(socket);
    counters().receiveBatches.increment();
    for (int i = 0; i < count; i++) {
      deliver(socket, i, now, handler);
    }
    incoming.expect(count);
    return count > 0;
  }

  private void deliver(LinuxSocket socket, int i, long now, PacketHandler handler) {
    Endpoint local = socket.destination(incoming, i);
    if (local == null) {
      counters().strangers.increment();
      return;
    }
    if (incoming.truncated(i)) {
      counters().truncated.increment();
      return;
    }
    int length = incoming.copyTo(i, packet);
    counters().packetsReceived.increment();
    counters().bytesReceived.add(length);
    handler.onPacket(now, local, incoming.source(i), packet, length);
  }

  @Override
  void flush() {
    for (int i = unsent.nextSetBit(0); i >= 0; i = unsent.nextSetBit(i + 1)) {
      if (!blocked.get(i)) {
        flush(sockets.get(i));
      }
    }
  }

  private void flush(LinuxSocket socket) {
    if (socket.flush()) {
      unsent.clear(socket.index());
    } else {
      blocked.set(socket.index());
      epoll.watchWrites(socket.fd(), socket.index(), true);
    }
  }

  private void unblock(LinuxSocket socket) {
    blocked.clear(socket.index());
    epoll.watchWrites(socket.fd(), socket.index(), false);
    flush(socket);
  }

  @Override
  void wakeUp() {
    epoll.wakeUp();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      sockets.forEach(LinuxSocket::close);
      epoll.close();
      arena.close();
    }
  }
}
