package org.orbweaver.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.orbweaver.kademlia.Endpoint;

/** One socket that is every address of 127.0.0.0/8. */
@EnabledOnOs(OS.LINUX)
@Timeout(30)
class WildcardHomeTest {
  private static final int LOOPBACK = 0x7F000000;

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @AfterEach
  void nothingFailedUnnoticed() {
    assertThat(failures).isEmpty();
  }

  private static UdpSockets everywhere(int port) throws IOException {
    return UdpSockets.open(UdpSettings.of(Home.loopback(port)).with(Transport.LINUX));
  }

  private UdpEventLoop echo(UdpSockets sockets) {
    return UdpEventLoop.start(sockets, new Echo(sockets), (sentence, cause) -> failures.add(cause));
  }

  /** Any but 127.0.0.0 and 127.255.255.255, which are no one's. */
  private static int randomAddress(Random random) {
    return LOOPBACK | (1 + random.nextInt(0xFFFFFE));
  }

  @Test
  void answersFromExactlyTheAddressThatWasAsked() throws IOException {
    long seed = 20261115;
    Random random = new Random(seed);
    try (UdpEventLoop loop = echo(everywhere(0));
        Peer peer = new Peer("127.0.0.1:0")) {
      int port = loop.homes().getFirst().port();
      for (int i = 0; i < 5_000; i++) {
        int address = randomAddress(random);
        byte[] question = ByteBuffer.allocate(4).putInt(address).array();
        peer.send(Endpoint.v4(address, port), question);
        Peer.Received reply = peer.receive();
        assertThat(reply.from())
            .as("seed %d, packet %d", seed, i)
            .isEqualTo(Endpoint.v4(address, port));
        assertThat(reply.packet()).isEqualTo(question);
      }
    }
  }

  @Test
  void tellsTheHandlerWhichAddressWasAsked() throws Exception {
    BlockingQueue<Endpoint> asked = new ArrayBlockingQueue<>(1);
    Receiver handler = (local, from, packet, length) -> asked.add(local);
    try (UdpEventLoop loop =
            UdpEventLoop.start(everywhere(0), handler, (sentence, cause) -> failures.add(cause));
        Peer peer = new Peer("127.0.0.1:0")) {
      Endpoint some = Endpoint.v4(0x7F4DC809, loop.homes().getFirst().port());
      peer.send(some, new byte[1]);
      assertThat(asked.poll(10, TimeUnit.SECONDS)).isEqualTo(some);
    }
  }

  @Test
  void sendsUnaskedFromAnyOfItsAddresses() throws IOException {
    Random random = new Random(4);
    try (UdpSockets sockets = everywhere(0);
        Peer peer = new Peer("127.0.0.1:0")) {
      int port = sockets.homes().getFirst().port();
      for (int i = 0; i < 1_000; i++) {
        Endpoint home = Endpoint.v4(randomAddress(random), port);
        assertThat(sockets.send(home, peer.endpoint(), new byte[] {1}, 1)).isTrue();
        sockets.flush();
        assertThat(peer.receive().from()).isEqualTo(home);
      }
    }
  }

  @Test
  void isNotAtHomeOutsideItsNetworkOrAtAnotherPort() throws IOException {
    try (UdpSockets sockets = everywhere(0);
        Peer peer = new Peer("127.0.0.1:0")) {
      int port = sockets.homes().getFirst().port();
      assertThat(sockets.send(Endpoint.v4(0x0A000001, port), peer.endpoint(), new byte[1], 1))
          .isFalse();
      assertThat(sockets.send(Endpoint.v4(0x7F000001, port + 1), peer.endpoint(), new byte[1], 1))
          .isFalse();
      assertThat(sockets.counters().snapshot().notAtHome()).isEqualTo(2);
    }
  }

  @Test
  void dropsAndCountsWhatWasSentToStrangers() throws IOException {
    Home narrow = new Home.Ipv4Network(0x7F010000, 16, 0);
    try (UdpEventLoop loop = echo(UdpSockets.open(UdpSettings.of(narrow)));
        Peer peer = new Peer("127.0.0.1:0")) {
      int port = loop.homes().getFirst().port();
      peer.send(Endpoint.v4(0x7F020001, port), new byte[1]);
      peer.send(Endpoint.v4(0x7F010001, port), new byte[2]);
      assertThat(peer.receive().packet()).hasSize(2);
      assertThat(loop.statistics().strangers()).isEqualTo(1);
    }
  }

  @Test
  void livesBesideSingleHomes() throws IOException {
    UdpSettings settings = UdpSettings.of(Home.at(Endpoint.parse("[::1]:0")), Home.loopback(0));
    try (UdpEventLoop loop = echo(UdpSockets.open(settings));
        Peer four = new Peer("127.0.0.1:0");
        Peer six = new Peer("[::1]:0")) {
      Endpoint some = Endpoint.v4(0x7F000102, loop.homes().get(1).port());
      four.send(some, new byte[1]);
      six.send(loop.homes().getFirst(), new byte[1]);
      assertThat(four.receive().from()).isEqualTo(some);
      assertThat(six.receive().from()).isEqualTo(loop.homes().getFirst());
    }
  }
}
