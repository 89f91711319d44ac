package org.orbweaver.indexer.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.bencode.BencodeWriter;

/** Makes TCP connections with peers, along the one route. */
final class PeerDialler {
  private final OutgoingRoute route;
  private final int timeoutMillis;

  PeerDialler(OutgoingRoute route, Duration timeout) {
    this.route = route;
    this.timeoutMillis = Math.toIntExact(timeout.toMillis());
  }

  /** Whether this peer may be dialled at all. */
  boolean mayDial(Endpoint peer) {
    return route.leadsTo(peer);
  }

  Socket dial(Endpoint peer) throws IOException {
    Socket socket = new Socket();
    try {
      SocksProxy proxy = route.proxy();
      InetSocketAddress first = proxy == null ? address(peer) : proxy.address();
      InetSocketAddress source = route.source(first.getAddress());
      if (source != null) {
        socket.bind(source);
      }
      prepare(socket);
      socket.connect(first, timeoutMillis);
      if (proxy != null) {
        socket.setSoTimeout(timeoutMillis);
        proxy.connect(socket, peer);
      }
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  static void prepare(Socket socket) throws IOException {
    socket.setTcpNoDelay(true); // small messages that the other side waits for
    // Closing resets. We end a conversation when we have all we want, and a thousand of them a
    // second would leave as many waiting states, here and in a home router's table.
    socket.setSoLinger(true, 0);
  }

  private static InetSocketAddress address(Endpoint peer) throws IOException {
    BencodeWriter bytes = new BencodeWriter(16);
    if (peer.isIpv4()) {
      bytes.raw(peer.ipv4(), 4);
    } else {
      bytes.raw(peer.high(), 8).raw(peer.low(), 8);
    }
    return new InetSocketAddress(InetAddress.getByAddress(bytes.toArray()), peer.port());
  }
}
