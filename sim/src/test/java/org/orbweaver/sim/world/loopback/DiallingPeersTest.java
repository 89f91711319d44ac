package org.orbweaver.sim.world.loopback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Guest;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.TrafficOptions;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.udp.LoopListener;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Method;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.ReplyWriter;
import org.orbweaver.wire.krpc.Want;

/** Visitors that can reach nobody in a hidden swarm, and wait to be dialled. */
@EnabledOnOs(OS.LINUX)
class DiallingPeersTest {
  private static final LoopListener FAIL =
      (what, error) -> {
        throw new AssertionError(what, error);
      };
  private static final InetAddress VISITOR = address(0x7F000007);

  private final MessageDecoder decoder = new MessageDecoder();
  private final byte[] packet = new byte[2_048];

  private static WorldOptions options() throws IOException {
    int port = FreePort.next();
    return WorldOptions.of(2_000, 1)
        .withPopulation(p -> p.at(AddressSpace.loopback(port)))
        .withContent(ContentOptions.of(300));
  }

  private static InetAddress address(int ipv4) {
    try {
      return InetAddress.getByAddress(ByteBuffer.allocate(4).putInt(ipv4).array());
    } catch (IOException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  private static int hiddenTorrent(LoopbackWorld world) {
    Swarms swarms = world.world().ipv4().swarms();
    return IntStream.range(0, world.world().catalogue().size())
        .filter(swarms::isHidden)
        .findFirst()
        .orElseThrow();
  }

  /** The live nodes, those closest to the infohash first. */
  private static List<Endpoint> closest(LoopbackWorld world, Key infohash) {
    Population population = world.world().ipv4().population();
    return IntStream.range(0, population.size())
        .filter(node -> !population.silent(node))
        .boxed()
        .sorted(Comparator.comparing(node -> population.key(node).distance(infohash)))
        .map(population::endpoint)
        .toList();
  }

  @Test
  void peersThatCannotBeReachedDialAVisitorThatAnnouncesItself() throws IOException {
    try (LoopbackWorld world = LoopbackWorld.open(options(), FAIL);
        ServerSocket acceptor = new ServerSocket(0, 50, VISITOR)) {
      int torrent = hiddenTorrent(world);
      Key infohash = world.world().catalogue().infohash(torrent);
      announce(infohash, acceptor.getLocalPort(), closest(world, infohash).getFirst());
      acceptor.setSoTimeout(10_000);
      try (Socket peer = acceptor.accept()) {
        assertServedByItsSwarm(world, torrent, peer);
      }
    }
  }

  @Test
  void whoAnnouncesFarFromTheInfohashIsNotFound() throws IOException {
    try (LoopbackWorld world = LoopbackWorld.open(options(), FAIL);
        ServerSocket acceptor = new ServerSocket(0, 50, VISITOR)) {
      Key infohash = world.world().catalogue().infohash(hiddenTorrent(world));
      announce(infohash, acceptor.getLocalPort(), closest(world, infohash).getLast());
      acceptor.setSoTimeout(300);
      assertThatThrownBy(acceptor::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void peersThatCannotBeReachedDialWhomAGuestNames() throws IOException {
    try (DatagramSocket udp = new DatagramSocket(0, VISITOR);
        ServerSocket acceptor = new ServerSocket(0, 50, VISITOR)) {
      Endpoint home = Endpoint.v4(0x7F000007, udp.getLocalPort());
      Guest guest = new Guest(Key.ZERO, home, 1, 0);
      WorldOptions visited =
          options()
              .withPopulation(p -> p.withGuests(List.of(guest)))
              .withTraffic(new TrafficOptions(2_000, 0, 0));
      try (LoopbackWorld world = LoopbackWorld.open(visited, FAIL)) {
        int torrent = nameSelfForHiddenTorrent(world, udp, acceptor.getLocalPort());
        acceptor.setSoTimeout(10_000);
        try (Socket peer = acceptor.accept()) {
          assertServedByItsSwarm(world, torrent, peer);
        }
      }
    }
  }

  private static void assertServedByItsSwarm(LoopbackWorld world, int torrent, Socket peer)
      throws IOException {
    Swarms swarms = world.world().ipv4().swarms();
    assertThat(IntStream.range(0, swarms.size(torrent)).mapToObj(i -> swarms.endpoint(torrent, i)))
        .anyMatch(member -> address(member.ipv4()).equals(peer.getInetAddress()));
    Catalogue catalogue = world.world().catalogue();
    byte[] metadata = MetadataVisitor.fetch(peer, catalogue, torrent);
    assertThat(MetadataVisitor.sha1(metadata)).isEqualTo(catalogue.infohash(torrent));
  }

  private void announce(Key infohash, int port, Endpoint node) throws IOException {
    try (DatagramSocket udp = new DatagramSocket(0, VISITOR)) {
      udp.setSoTimeout(5_000);
      QueryWriter writer = new QueryWriter(true);
      int length = writer.getPeers(1, Key.ZERO, infohash, Want.UNSAID, false, false);
      Reply told = ask(udp, node, writer, length);
      length = writer.announcePeer(2, Key.ZERO, infohash, port, false, false, told.token());
      assertThat(ask(udp, node, writer, length).transactionNumber()).isEqualTo(2);
    }
  }

  private Reply ask(DatagramSocket udp, Endpoint node, QueryWriter writer, int length)
      throws IOException {
    InetSocketAddress to = new InetSocketAddress(address(node.ipv4()), node.port());
    udp.send(new DatagramPacket(writer.buffer(), length, to));
    DatagramPacket answer = new DatagramPacket(packet, packet.length);
    udp.receive(answer);
    return (Reply) decoder.decode(Arrays.copyOf(packet, packet.length), answer.getLength());
  }

  /** Answers the clients that come by, until one wanted a torrent whose peers are hidden. */
  private int nameSelfForHiddenTorrent(LoopbackWorld world, DatagramSocket udp, int port)
      throws IOException {
    udp.setSoTimeout(20_000);
    ReplyWriter writer = new ReplyWriter(ReplyWriter.DEFAULT_LIMIT);
    Endpoint[] self = {Endpoint.v4(0x7F000007, port)};
    while (true) {
      DatagramPacket question = new DatagramPacket(packet, packet.length);
      udp.receive(question);
      Query query = (Query) decoder.decode(packet, question.getLength());
      int torrent = world.world().catalogue().find(query.target());
      if (query.method() == Method.GET_PEERS && world.world().ipv4().swarms().isHidden(torrent)) {
        int length = writer.to(query, null, Key.ZERO).peers(self, 1).write();
        udp.send(new DatagramPacket(writer.buffer(), length, question.getSocketAddress()));
        return torrent;
      }
    }
  }
}
