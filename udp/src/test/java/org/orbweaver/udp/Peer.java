package org.orbweaver.udp;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.orbweaver.kademlia.Endpoint;

/** Somebody else on the network: a plain blocking socket of the JDK's. */
final class Peer implements AutoCloseable {
  @SuppressWarnings("ArrayRecordComponent") // compared by its parts only
  record Received(Endpoint from, byte[] packet) {}

  private static final int PATIENCE_MILLIS = 10_000;

  private final DatagramSocket socket;

  Peer(String address) throws IOException {
    socket = new DatagramSocket(InetEndpoints.toInet(Endpoint.parse(address)));
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  Endpoint endpoint() {
    return InetEndpoints.fromInet((InetSocketAddress) socket.getLocalSocketAddress());
  }

  void send(Endpoint to, byte[] packet) throws IOException {
    socket.send(new DatagramPacket(packet, packet.length, InetEndpoints.toInet(to)));
  }

  Received receive() throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[65_536], 65_536);
    socket.receive(packet);
    return new Received(
        InetEndpoints.fromInet((InetSocketAddress) packet.getSocketAddress()),
        Arrays.copyOf(packet.getData(), packet.getLength()));
  }

  @Override
  public void close() {
    socket.close();
  }
}
