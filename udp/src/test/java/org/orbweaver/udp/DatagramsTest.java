package org.orbweaver.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;

/** Packets in and out, on real sockets of the loopback interface. */
class DatagramsTest extends OnEveryTransport {
  @Test
  void answersFromTheAddressThatWasAsked() throws IOException {
    try (UdpEventLoop loop = echo(ANY_PORT);
        Peer peer = new Peer("127.0.0.1:0")) {
      Endpoint home = loop.homes().getFirst();
      peer.send(home, bytes("hello"));
      Peer.Received reply = peer.receive();
      assertThat(reply.from()).isEqualTo(home);
      assertThat(reply.packet()).isEqualTo(bytes("hello"));
    }
  }

  @Test
  void speaksIpv6() throws IOException {
    try (UdpEventLoop loop = echo(Home.at(Endpoint.parse("[::1]:0")));
        Peer peer = new Peer("[::1]:0")) {
      Endpoint home = loop.homes().getFirst();
      peer.send(home, bytes("hello"));
      assertThat(peer.receive().from()).isEqualTo(home);
    }
  }

  @Test
  void servesBothFamiliesOnOnePort() throws IOException {
    try (UdpEventLoop four = echo(ANY_PORT)) {
      int port = four.homes().getFirst().port();
      try (UdpEventLoop six = echo(Home.at(Endpoint.v6(0, 1, port)))) {
        assertThat(six.homes().getFirst()).hasToString("[::1]:" + port);
      }
    }
  }

  @Test
  void isAtHomeAtManyAddressesAtOnce() throws IOException {
    Home[] homes =
        IntStream.range(0, 100)
            .mapToObj(i -> Home.at(Endpoint.v4(0x7F010203 + (i << 8), 0)))
            .toArray(Home[]::new);
    try (UdpEventLoop loop = echo(homes);
        Peer peer = new Peer("127.0.0.1:0")) {
      Set<Endpoint> unanswered = new HashSet<>(loop.homes());
      assertThat(unanswered).hasSize(100);
      for (Endpoint home : loop.homes()) {
        peer.send(home, bytes("anybody?"));
      }
      while (!unanswered.isEmpty()) {
        assertThat(unanswered.remove(peer.receive().from())).isTrue();
      }
    }
  }

  @Test
  void aQueryMayLeaveFromAnotherHomeThanWhereThePacketCameIn() throws IOException {
    UdpSettings settings = settings(ANY_PORT, Home.at(Endpoint.parse("127.0.0.2:0")));
    try (UdpSockets sockets = UdpSockets.open(settings);
        Peer peer = new Peer("127.0.0.1:0")) {
      Endpoint second = sockets.homes().get(1);
      Receiver relay = (local, from, packet, length) -> sockets.send(second, from, packet, length);
      try (UdpEventLoop loop = UdpEventLoop.start(sockets, relay, noFailures)) {
        peer.send(loop.homes().getFirst(), bytes("hello"));
        assertThat(peer.receive().from()).isEqualTo(second);
      }
    }
  }

  @Test
  void deliversBurstsLargerThanAnyBatchOrQueueInOrder() throws Exception {
    int burst = 200;
    BlockingQueue<Integer> arrived = new ArrayBlockingQueue<>(burst);
    Receiver counting = (local, from, packet, length) -> arrived.add(length);
    try (UdpEventLoop sink = start(settings(ANY_PORT), outbox -> counting);
        UdpSockets sockets = UdpSockets.open(settings(ANY_PORT));
        UdpEventLoop source = UdpEventLoop.start(sockets, new Echo(sockets), noFailures)) {
      byte[] packet = new byte[burst];
      source.execute(
          () -> {
            for (int i = 0; i < burst; i++) {
              sockets.send(sockets.homes().getFirst(), sink.homes().getFirst(), packet, i);
            }
          });
      for (int i = 0; i < burst; i++) {
        assertThat(arrived.poll(10, TimeUnit.SECONDS)).isEqualTo(i);
      }
      settle(source);
      assertThat(source.statistics().packetsSent()).isEqualTo(burst);
      assertThat(source.statistics().bytesSent()).isEqualTo(burst * (burst - 1) / 2);
      assertThat(sink.statistics().packetsReceived()).isEqualTo(burst);
      assertThat(sink.statistics().bytesReceived()).isEqualTo(burst * (burst - 1) / 2);
    }
  }

  @Test
  void dropsAndCountsDatagramsLongerThanItsBuffer() throws IOException {
    try (UdpEventLoop loop = echo(ANY_PORT);
        Peer peer = new Peer("127.0.0.1:0")) {
      Endpoint home = loop.homes().getFirst();
      peer.send(home, new byte[2_049]);
      peer.send(home, new byte[60_000]);
      peer.send(home, new byte[2_048]);
      assertThat(peer.receive().packet()).hasSize(2_048);
      assertThat(loop.statistics().truncated()).isEqualTo(2);
      assertThat(loop.statistics().packetsReceived()).isEqualTo(1);
    }
  }

  @Test
  void passesOnEmptyDatagrams() throws IOException {
    try (UdpEventLoop loop = echo(ANY_PORT);
        Peer peer = new Peer("127.0.0.1:0")) {
      peer.send(loop.homes().getFirst(), new byte[0]);
      assertThat(peer.receive().packet()).isEmpty();
    }
  }

  @Test
  void oneUnsendableDatagramDoesNotHoldUpTheOthers() throws IOException {
    try (UdpSockets sockets = UdpSockets.open(settings(ANY_PORT));
        Peer peer = new Peer("127.0.0.1:0")) {
      Endpoint home = sockets.homes().getFirst();
      byte[] packet = bytes("through");
      Endpoint nobody = Endpoint.v4(0x7F000001, 0);
      Endpoint otherFamily = Endpoint.parse("[::1]:6881");
      assertThat(sockets.send(home, peer.endpoint(), packet, packet.length)).isTrue();
      sockets.send(home, nobody, packet, packet.length);
      sockets.send(home, otherFamily, packet, packet.length);
      assertThat(sockets.send(home, peer.endpoint(), packet, packet.length)).isTrue();
      sockets.send(home, nobody, packet, packet.length);
      assertThat(sockets.send(home, peer.endpoint(), packet, packet.length)).isTrue();
      sockets.flush();
      for (int i = 0; i < 3; i++) {
        assertThat(peer.receive().packet()).isEqualTo(packet);
      }
      assertThat(sockets.counters().snapshot().sendErrors()).isEqualTo(3);
      assertThat(sockets.counters().snapshot().packetsSent()).isEqualTo(3);
    }
  }

  @Test
  void refusesToSendFromElsewhereOrTooMuch() throws IOException {
    try (UdpSockets sockets = UdpSockets.open(settings(ANY_PORT))) {
      Endpoint home = sockets.homes().getFirst();
      Endpoint elsewhere = Endpoint.v4(0x7F000002, home.port());
      assertThat(sockets.send(elsewhere, home, new byte[1], 1)).isFalse();
      assertThat(sockets.send(home, home, new byte[2_049], 2_049)).isFalse();
      assertThat(sockets.counters().snapshot().notAtHome()).isEqualTo(1);
      assertThat(sockets.counters().snapshot().oversized()).isEqualTo(1);
    }
  }

  @Test
  void survivesPortsThatNobodyListensOn() throws IOException {
    Endpoint gone;
    try (Peer peer = new Peer("127.0.0.1:0")) {
      gone = peer.endpoint();
    }
    try (UdpSockets sockets = UdpSockets.open(settings(ANY_PORT));
        Peer peer = new Peer("127.0.0.1:0")) {
      Endpoint home = sockets.homes().getFirst();
      Receiver handler =
          (local, from, packet, length) -> {
            // Each of these comes back as an ICMP "port unreachable" while we go on.
            for (int i = 0; i < 100; i++) {
              sockets.send(home, gone, packet, length);
            }
            sockets.send(home, from, packet, length);
          };
      try (UdpEventLoop loop = UdpEventLoop.start(sockets, handler, noFailures)) {
        for (int i = 0; i < 10; i++) {
          peer.send(loop.homes().getFirst(), bytes("still there?"));
          assertThat(peer.receive().packet()).isEqualTo(bytes("still there?"));
        }
      }
    }
  }

  @Test
  void servesAQuietHomeWhileAnotherIsFlooded() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    try (UdpEventLoop loop = echo(ANY_PORT, Home.at(Endpoint.parse("127.0.0.2:0")));
        Peer flooder = new Peer("127.0.0.1:0");
        Peer peer = new Peer("127.0.0.1:0")) {
      Thread flood = flood(flooder, loop.homes().getFirst(), stop);
      Random random = new Random(7);
      for (int i = 0; i < 100; i++) {
        byte[] packet = new byte[1 + random.nextInt(500)];
        random.nextBytes(packet);
        peer.send(loop.homes().get(1), packet);
        assertThat(peer.receive().packet()).isEqualTo(packet);
      }
      stop.set(true);
      flood.join();
    }
  }
}
