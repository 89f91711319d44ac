package org.orbweaver.udp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/** What every transport must do, shown on real sockets of the loopback interface. */
@Timeout(30)
abstract class EventLoopContract {
  private static final Home ANY_PORT = Home.at(Endpoint.parse("127.0.0.1:0"));

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final LoopListener noFailures = (sentence, cause) -> failures.add(cause);

  @AfterEach
  void nothingFailedUnnoticed() {
    assertThat(failures).isEmpty();
  }

  abstract Transport transport();

  private UdpSettings settings(Home... homes) {
    return UdpSettings.of(homes).with(transport());
  }

  private static UdpEventLoop start(
      UdpSettings settings, Function<Outbox, PacketHandler> handler, LoopListener listener)
      throws IOException {
    UdpSockets sockets = UdpSockets.open(settings);
    return UdpEventLoop.start(sockets, handler.apply(sockets), listener);
  }

  private UdpEventLoop echo(Home... homes) throws IOException {
    return start(settings(homes), Echo::new, noFailures);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

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
      PacketHandler relay =
          handler((local, from, packet, length) -> sockets.send(second, from, packet, length));
      try (UdpEventLoop loop = UdpEventLoop.start(sockets, relay, noFailures)) {
        peer.send(loop.homes().getFirst(), bytes("hello"));
        assertThat(peer.receive().from()).isEqualTo(second);
      }
    }
  }

  @Test
  void deliversBurstsLargerThanAnyBatchOrQueueInOrder() throws Exception {
    int burst = 1_000;
    BlockingQueue<Integer> arrived = new ArrayBlockingQueue<>(burst);
    try (UdpEventLoop sink =
            start(
                settings(ANY_PORT),
                outbox -> handler((local, from, packet, length) -> arrived.add(length)),
                noFailures);
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
      PacketHandler handler =
          handler(
              (local, from, packet, length) -> {
                // Each of these comes back as an ICMP "port unreachable" while we go on.
                for (int i = 0; i < 100; i++) {
                  sockets.send(home, gone, packet, length);
                }
                sockets.send(home, from, packet, length);
              });
      try (UdpEventLoop loop = UdpEventLoop.start(sockets, handler, noFailures)) {
        for (int i = 0; i < 10; i++) {
          peer.send(loop.homes().getFirst(), bytes("still there?"));
          assertThat(peer.receive().packet()).isEqualTo(bytes("still there?"));
        }
      }
    }
  }

  @Test
  void doesPostedWorkOnItsOwnThreadThenTicks() throws Exception {
    BlockingQueue<String> log = new ArrayBlockingQueue<>(10);
    PacketHandler handler =
        new PacketHandler() {
          @Override
          public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
            return NEVER;
          }

          @Override
          public long onTick(long now) {
            log.add("tick on " + Thread.currentThread().getName());
            return NEVER;
          }
        };
    try (UdpEventLoop loop = start(settings(ANY_PORT), outbox -> handler, noFailures)) {
      String thread = "udp " + loop.homes().getFirst();
      assertThat(log.poll(10, TimeUnit.SECONDS)).isEqualTo("tick on " + thread);
      assertThat(loop.execute(() -> log.add("work on " + Thread.currentThread().getName())))
          .isTrue();
      assertThat(log.poll(10, TimeUnit.SECONDS)).isEqualTo("work on " + thread);
      assertThat(log.poll(10, TimeUnit.SECONDS)).isEqualTo("tick on " + thread);
    }
  }

  @Test
  void refusesWorkWhenTheInboxIsFull() throws Exception {
    UdpSettings small = new UdpSettings(List.of(ANY_PORT), transport(), 2_048, 128, 2, 1 << 16);
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger done = new AtomicInteger();
    try (UdpEventLoop loop = start(small, Echo::new, noFailures)) {
      loop.execute(
          () -> {
            working.countDown();
            awaitUnchecked(goOn);
          });
      working.await();
      assertThat(loop.execute(done::incrementAndGet)).isTrue();
      assertThat(loop.execute(done::incrementAndGet)).isTrue();
      assertThat(loop.execute(done::incrementAndGet)).isFalse();
      assertThat(loop.statistics().workRefused()).isEqualTo(1);
      goOn.countDown();
    }
    assertThat(done).as("accepted work is done even while closing").hasValue(2);
  }

  @Test
  void refusesWorkOnceClosed() throws IOException {
    UdpEventLoop loop = echo(ANY_PORT);
    loop.close();
    loop.close();
    assertThat(loop.execute(() -> fail("too late"))).isFalse();
  }

  @Test
  void losesNoAcceptedWorkOfManyThreads() throws Exception {
    int threads = 4;
    AtomicInteger accepted = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    try (UdpEventLoop loop = echo(ANY_PORT)) {
      List<Thread> posters = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        posters.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int j = 0; j < 5_000; j++) {
                        if (loop.execute(done::incrementAndGet)) {
                          accepted.incrementAndGet();
                        }
                      }
                    }));
      }
      for (Thread poster : posters) {
        poster.join();
      }
    }
    assertThat(done.get()).isEqualTo(accepted.get()).isPositive();
  }

  @Test
  void wakesTheHandlerWhenItAskedFor() throws Exception {
    BlockingQueue<Long> delays = new ArrayBlockingQueue<>(20);
    long interval = 5_000_000;
    PacketHandler metronome =
        new PacketHandler() {
          private long due;

          @Override
          public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
            return due;
          }

          @Override
          public long onTick(long now) {
            if (due != 0) {
              delays.offer(now - due);
            }
            due = now + interval;
            return due;
          }
        };
    List<Long> measured = new ArrayList<>();
    try (UdpEventLoop loop = start(settings(ANY_PORT), outbox -> metronome, noFailures)) {
      for (int i = 0; i < 20; i++) {
        measured.add(delays.poll(10, TimeUnit.SECONDS));
      }
      assertThat(loop.statistics().wakeUps()).as("no spinning").isLessThan(200);
    }
    assertThat(measured).allMatch(delay -> delay >= 0);
    // Half of them, since this machine has other things to do as well.
    assertThat(measured.stream().sorted().toList().get(10)).isLessThan(3_000_000);
  }

  @Test
  void timersGoOnUnderAFloodOfPackets() throws Exception {
    CountDownLatch ticks = new CountDownLatch(50);
    AtomicBoolean stop = new AtomicBoolean();
    PacketHandler handler =
        new PacketHandler() {
          private long due;

          @Override
          public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
            return due;
          }

          @Override
          public long onTick(long now) {
            ticks.countDown();
            due = now + 2_000_000;
            return due;
          }
        };
    try (UdpEventLoop loop = start(settings(ANY_PORT), outbox -> handler, noFailures);
        Peer peer = new Peer("127.0.0.1:0")) {
      Endpoint home = loop.homes().getFirst();
      Thread flood =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!stop.get()) {
                      sendUnchecked(peer, home);
                    }
                  });
      assertThat(ticks.await(10, TimeUnit.SECONDS)).isTrue();
      stop.set(true);
      flood.join();
      assertThat(loop.statistics().packetsReceived()).isPositive();
    }
  }

  @Test
  void outlivesAHandlerThatThrows() throws Exception {
    BlockingQueue<String> reports = new ArrayBlockingQueue<>(10);
    try (UdpSockets sockets = UdpSockets.open(settings(ANY_PORT));
        Peer peer = new Peer("127.0.0.1:0")) {
      PacketHandler handler =
          handler(
              (local, from, packet, length) -> {
                if (packet[0] == '!') {
                  throw new IllegalStateException("boom");
                }
                sockets.send(local, from, packet, length);
              });
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
  void servesAQuietHomeWhileAnotherIsFlooded() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    try (UdpEventLoop loop = echo(ANY_PORT, Home.at(Endpoint.parse("127.0.0.2:0")));
        Peer flooder = new Peer("127.0.0.1:0");
        Peer peer = new Peer("127.0.0.1:0")) {
      Thread flood =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!stop.get()) {
                      sendUnchecked(flooder, loop.homes().get(0));
                    }
                  });
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

  private static void sendUnchecked(Peer peer, Endpoint to) {
    try {
      peer.send(to, new byte[100]);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until the loop's current turn, with all its counting, is over. */
  private static void settle(UdpEventLoop loop) throws InterruptedException {
    CountDownLatch turned = new CountDownLatch(1);
    assertThat(loop.execute(turned::countDown)).isTrue();
    assertThat(turned.await(10, TimeUnit.SECONDS)).isTrue();
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private interface OnPacket {
    void packet(Endpoint local, Endpoint from, byte[] packet, int length);
  }

  private static PacketHandler handler(OnPacket onPacket) {
    return new PacketHandler() {
      @Override
      public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
        onPacket.packet(local, from, packet, length);
        return NEVER;
      }

      @Override
      public long onTick(long now) {
        return NEVER;
      }
    };
  }
}
