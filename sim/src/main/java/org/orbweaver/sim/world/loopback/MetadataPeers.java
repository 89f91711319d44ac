package org.orbweaver.sim.world.loopback;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.PeerKind;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.WorldGround;

/**
 * The world's peers on TCP, at the addresses of their nodes: one wildcard listener per port, one
 * virtual thread per connection. To a world on loopback, whoever connects from elsewhere is turned
 * away, and so is whoever comes when {@value #MOST_CONNECTIONS} are being served.
 */
final class MetadataPeers implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 4_096;
  private static final int BACKLOG = 1_024;

  private final Catalogue catalogue;
  private final Swarms swarms;
  private final boolean onLoopback;
  private final List<ServerSocket> listeners = new ArrayList<>();
  private final OpenConnections connections = new OpenConnections(MOST_CONNECTIONS);

  private MetadataPeers(WorldGround ground) {
    this.catalogue = ground.catalogue();
    this.swarms = ground.swarms();
    this.onLoopback = ground.ipv4().options().addresses().kind() == AddressSpace.Kind.LOOPBACK;
  }

  /** Listens, if there is anything to serve. */
  static MetadataPeers listen(WorldGround ground, int firstPort, int ports) throws IOException {
    MetadataPeers peers = new MetadataPeers(ground);
    try {
      for (int i = 0; i < (ground.catalogue().size() == 0 ? 0 : ports); i++) {
        ServerSocket listener = new ServerSocket(firstPort + i, BACKLOG);
        peers.listeners.add(listener);
        Thread.ofVirtual().name("metadata peers").start(() -> peers.accept(listener));
      }
    } catch (IOException e) {
      peers.close();
      throw new IOException("cannot listen for metadata on TCP port " + firstPort, e);
    }
    return peers;
  }

  private void accept(ServerSocket listener) {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        if (onLoopback && !socket.getInetAddress().isLoopbackAddress()
            || !connections.tryHold(socket, this::serve)) {
          socket.close();
        }
      } catch (IOException e) {
        // The listener was closed, or a visitor left before we could greet it.
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    MetadataConnection connection = new MetadataConnection(socket);
    Key infohash = connection.readHandshake();
    int torrent = catalogue.find(infohash);
    PeerKind kind =
        torrent == Catalogue.NONE
            ? PeerKind.REFUSES
            : swarms.kindAt(torrent, endpoint(socket.getLocalAddress(), socket.getLocalPort()));
    switch (kind) {
      case SERVES -> serve(connection, infohash, catalogue.metadata(torrent));
      case LIES -> serve(connection, infohash, wrong(catalogue.metadata(torrent)));
      case HANGS -> connection.hang();
      case GONE, REFUSES, DIALS_OUT -> socket.setSoLinger(true, 0); // a reset, as if refused
    }
  }

  private static void serve(MetadataConnection connection, Key infohash, byte[] metadata)
      throws IOException {
    connection.greet(infohash);
    connection.serve(metadata);
  }

  private static byte[] wrong(byte[] metadata) {
    metadata[metadata.length / 2] ^= 1;
    return metadata;
  }

  private static Endpoint endpoint(InetAddress address, int port) throws IOException {
    if (address instanceof Inet4Address) {
      return Endpoint.v4(ByteBuffer.wrap(address.getAddress()).getInt(), port);
    }
    throw new IOException("no peers at " + address);
  }

  @Override
  public void close() {
    for (ServerSocket listener : listeners) {
      try {
        listener.close();
      } catch (IOException e) {
        // The system will see to it.
      }
    }
    connections.close();
  }
}
