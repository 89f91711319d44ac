package org.orbweaver.sim.world.loopback;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.NodeRole;
import org.orbweaver.sim.world.PeerKind;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.WorldGround;

/**
 * The peers that cannot be dialled, on TCP: once a visitor is named as a peer of their torrent, up
 * to {@value #MOST_PER_VISIT} of them connect to it from their own addresses and serve it the
 * metadata. They learn of it at once, as if all looked the torrent up that moment; not again within
 * {@link RecentVisits#PAUSE}. Beyond {@value #MOST_DIALS} dials at a time no more are made.
 *
 * <p>A world on loopback dials visitors on loopback only; none dials its own addresses.
 */
final class DiallingPeers implements AutoCloseable {
  private static final int MOST_PER_VISIT = 8;
  private static final int MOST_DIALS = 256;
  private static final int CONNECT_MILLIS = 5_000;

  private final Catalogue catalogue;
  private final Population population;
  private final Swarms swarms;
  private final RecentVisits visits = new RecentVisits();
  private final OpenConnections connections = new OpenConnections(MOST_DIALS);

  DiallingPeers(WorldGround ground) {
    this.catalogue = ground.catalogue();
    this.population = ground.ipv4();
    this.swarms = ground.swarms();
  }

  /** Returns at once; the loop that hears of visitors must not wait for them. */
  void visitorNamed(int torrent, Endpoint visitor) {
    if (isVisitor(visitor) && visits.begin(System.nanoTime(), torrent, visitor)) {
      for (Endpoint peer : hiddenPeers(torrent)) {
        connections.tryHold(new Socket(), socket -> dial(socket, peer, visitor, torrent));
      }
    }
  }

  private boolean isVisitor(Endpoint endpoint) {
    boolean onLoopback = population.options().addresses().kind() == AddressSpace.Kind.LOOPBACK;
    if (!endpoint.isIpv4() || onLoopback && endpoint.ipv4() >>> 24 != 127 || endpoint.port() == 0) {
      return false;
    }
    int node = population.at(endpoint);
    return node == Population.NOBODY || population.role(node) == NodeRole.GUEST;
  }

  private List<Endpoint> hiddenPeers(int torrent) {
    return IntStream.range(0, swarms.size(torrent))
        .filter(peer -> swarms.kind(torrent, peer) == PeerKind.DIALS_OUT)
        .mapToObj(peer -> swarms.endpoint(torrent, peer))
        .distinct()
        .limit(MOST_PER_VISIT)
        .toList();
  }

  private void dial(Socket socket, Endpoint peer, Endpoint visitor, int torrent)
      throws IOException {
    socket.bind(socketAddress(peer.ipv4(), 0)); // its own port is the listener's
    socket.connect(socketAddress(visitor.ipv4(), visitor.port()), CONNECT_MILLIS);
    MetadataConnection connection = new MetadataConnection(socket);
    Key infohash = catalogue.infohash(torrent);
    connection.greet(infohash);
    if (connection.readHandshake().equals(infohash)) {
      connection.serve(catalogue.metadata(torrent));
    }
  }

  private static InetSocketAddress socketAddress(int address, int port) throws IOException {
    byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(address).array();
    return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
  }

  @Override
  public void close() {
    connections.close();
  }
}
