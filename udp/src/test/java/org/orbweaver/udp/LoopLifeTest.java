package org.orbweaver.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.net.BindException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;

/** How loops begin, fail and end. */
class LoopLifeTest extends OnEveryTransport {
  @Test
  void saysInOneSentenceWhatItCannotBind() throws IOException {
    try (UdpEventLoop first = echo(ANY_PORT)) {
      Endpoint taken = first.homes().getFirst();
      assertThatThrownBy(() -> echo(ANY_PORT, Home.at(taken)))
          .isInstanceOf(BindException.class)
          .hasMessage("cannot bind " + taken + ": address already in use");
    }
    assertThatThrownBy(() -> echo(Home.at(Endpoint.parse("192.0.2.1:6881"))))
        .isInstanceOf(BindException.class)
        .hasMessageStartingWith("cannot bind 192.0.2.1:6881: ");
  }

  @Test
  void outlivesAHandlerThatThrows() throws Exception {
    BlockingQueue<String> reports = new ArrayBlockingQueue<>(10);
    try (UdpSockets sockets = UdpSockets.open(settings(ANY_PORT));
        Peer peer = new Peer("127.0.0.1:0")) {
      Receiver handler =
          (local, from, packet, length) -> {
            if (packet[0] == '!') {
              throw new IllegalStateException("boom");
            }
            sockets.send(local, from, packet, length);
          };
      try (UdpEventLoop loop =
          UdpEventLoop.start(
              sockets, handler, (sentence, cause) -> reports.add(sentence + ": " + cause))) {
        Endpoint home = loop.homes().getFirst();
        for (int i = 0; i < 50; i++) {
          peer.send(home, bytes("!"));
        }
        peer.send(home, bytes("fine"));
        assertThat(peer.receive().packet()).isEqualTo(bytes("fine"));
        loop.execute(
            () -> {
              throw new IllegalStateException("work");
            });
        settle(loop);
        assertThat(loop.statistics().failures()).isEqualTo(51);
        assertThat(reports).as("at most one report a second").hasSizeBetween(1, 3);
        assertThat(reports.poll()).startsWith("the handler failed on a packet").contains("boom");
      }
    }
  }

  @Test
  void closingFreesThePort() throws IOException {
    UdpEventLoop first = echo(ANY_PORT);
    Endpoint home = first.homes().getFirst();
    for (int i = 0; i < 50; i++) {
      first.close();
      first = echo(Home.at(home));
    }
    first.close();
    try (Peer peer = new Peer(home.toString())) {
      assertThat(peer.endpoint()).isEqualTo(home);
    }
  }

  @Test
  void refusesWorkOnceClosed() throws IOException {
    UdpEventLoop loop = echo(ANY_PORT);
    loop.close();
    loop.close();
    assertThat(loop.execute(() -> fail("too late"))).isFalse();
  }

  @Test
  void mayBeClosedByItsOwnHandler() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    UdpEventLoop loop = echo(ANY_PORT);
    Endpoint home = loop.homes().getFirst();
    loop.execute(
        () -> {
          loop.close();
          closed.countDown();
        });
    assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
    loop.close();
    try (Peer peer = new Peer(home.toString())) {
      assertThat(peer.endpoint()).isEqualTo(home);
    }
  }

  @Test
  void asksAHandlerThatFailsOnATickAgainLater() throws Exception {
    AtomicInteger ticks = new AtomicInteger();
    BlockingQueue<String> reports = new ArrayBlockingQueue<>(10);
    PacketHandler failing =
        new Metronome(
            1,
            late -> {
              ticks.incrementAndGet();
              throw new IllegalStateException("tick");
            });
    UdpSockets sockets = UdpSockets.open(settings(ANY_PORT));
    try (UdpEventLoop loop =
        UdpEventLoop.start(sockets, failing, (sentence, cause) -> reports.add(sentence))) {
      assertThat(reports.poll(10, TimeUnit.SECONDS))
          .isEqualTo("the handler failed on a tick and is asked again in a second");
      settle(loop);
      assertThat(ticks.get()).as("one on its own, one after posted work").isBetween(1, 3);
    }
  }
}
