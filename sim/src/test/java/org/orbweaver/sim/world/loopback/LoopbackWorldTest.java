package org.orbweaver.sim.world.loopback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Dht;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.PeerKind;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.udp.LoopListener;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

@EnabledOnOs(OS.LINUX)
class LoopbackWorldTest {
  private static final LoopListener FAIL =
      (what, error) -> {
        throw new AssertionError(what, error);
      };

  private static WorldOptions options(int port) {
    return WorldOptions.of(2_000, 1)
        .withPopulation(p -> p.at(AddressSpace.loopback(port)))
        .withContent(ContentOptions.of(300));
  }

  /** A port that is free now, for both protocols: nobody else here uses so high ones for long. */
  private static InetSocketAddress socketAddress(Endpoint endpoint) throws IOException {
    byte[] address = ByteBuffer.allocate(4).putInt(endpoint.ipv4()).array();
    return new InetSocketAddress(InetAddress.getByAddress(address), endpoint.port());
  }

  @Test
  void everyLiveNodeAnswersFromItsOwnAddress() throws IOException {
    try (LoopbackWorld loopback = LoopbackWorld.open(options(FreePort.next()), FAIL);
        DatagramSocket visitor = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      visitor.setSoTimeout(5_000);
      Dht dht = loopback.world().ipv4();
      QueryWriter writer = new QueryWriter(true);
      MessageDecoder decoder = new MessageDecoder();
      DatagramPacket answer = new DatagramPacket(new byte[2048], 2048);
      for (int node : IntStream.range(0, 200).filter(i -> !dht.population().silent(i)).toArray()) {
        InetSocketAddress address = socketAddress(dht.population().endpoint(node));
        int length = writer.findNode(node, Key.ZERO, Key.MAX, Want.UNSAID);
        visitor.send(new DatagramPacket(writer.buffer(), length, address));
        visitor.receive(answer);
        assertThat(answer.getSocketAddress()).isEqualTo(address);
        Reply reply = (Reply) decoder.decode(answer.getData(), answer.getLength());
        assertThat(reply.id()).isEqualTo(dht.population().key(node));
        assertThat(reply.nodes().size()).isEqualTo(8);
      }
    }
  }

  @Test
  void distancesAreKeptOnLoopbackToo() throws IOException {
    WorldOptions far = options(FreePort.next()).withFaults(Faults.NONE.withDistances());
    try (LoopbackWorld loopback = LoopbackWorld.open(far, FAIL);
        DatagramSocket visitor = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      visitor.setSoTimeout(10_000);
      Dht dht = loopback.world().ipv4();
      int node =
          IntStream.range(0, 99).filter(i -> !dht.population().silent(i)).findFirst().orElseThrow();
      QueryWriter writer = new QueryWriter(true);
      int length = writer.ping(1, Key.ZERO);
      long sent = System.nanoTime();
      visitor.send(
          new DatagramPacket(
              writer.buffer(), length, socketAddress(dht.population().endpoint(node))));
      visitor.receive(new DatagramPacket(new byte[2048], 2048));
      assertThat(System.nanoTime() - sent).isGreaterThan(1_000_000);
    }
  }

  @Test
  void servingPeersServeMetadataAndLyingOnesServeOther() throws Exception {
    try (LoopbackWorld loopback = LoopbackWorld.open(options(FreePort.next()), FAIL)) {
      boolean severalPieces = false;
      for (int torrent = 0; torrent < 30; torrent++) {
        for (PeerKind kind : new PeerKind[] {PeerKind.SERVES, PeerKind.LIES}) {
          OptionalInt peer = peerOfKind(loopback.world().ipv4().swarms(), torrent, kind);
          if (peer.isPresent()) {
            byte[] metadata = fetch(loopback, torrent, peer.getAsInt());
            Key infohash = loopback.world().catalogue().infohash(torrent);
            assertThat(MetadataVisitor.sha1(metadata).equals(infohash))
                .isEqualTo(kind == PeerKind.SERVES);
            severalPieces |= metadata.length > 16_384;
          }
        }
      }
      assertThat(severalPieces).isTrue();
    }
  }

  private static OptionalInt peerOfKind(Swarms swarms, int torrent, PeerKind kind) {
    return IntStream.range(0, swarms.size(torrent))
        .filter(peer -> swarms.kindAt(torrent, swarms.endpoint(torrent, peer)) == kind)
        .findFirst();
  }

  private static byte[] fetch(LoopbackWorld loopback, int torrent, int peer) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(socketAddress(loopback.world().ipv4().swarms().endpoint(torrent, peer)));
      return MetadataVisitor.fetch(socket, loopback.world().catalogue(), torrent);
    }
  }
}
