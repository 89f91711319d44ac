package org.orbweaver.udp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.linux.LinuxCalls;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/** Runs a class of tests once on each transport this machine has. */
@ParameterizedClass
@MethodSource("transports")
@Timeout(30)
abstract class OnEveryTransport {
  static final Home ANY_PORT = Home.at(Endpoint.parse("127.0.0.1:0"));

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  final LoopListener noFailures = (sentence, cause) -> failures.add(cause);

  @Parameter Transport transport = Transport.AUTO;

  static Stream<Transport> transports() {
    return LinuxCalls.available()
        ? Stream.of(Transport.LINUX, Transport.NIO)
        : Stream.of(Transport.NIO);
  }

  @AfterEach
  void nothingFailedUnnoticed() {
    assertThat(failures).isEmpty();
  }

  final UdpSettings settings(Home... homes) {
    return UdpSettings.of(homes).with(transport);
  }

  final UdpEventLoop start(UdpSettings settings, Function<Outbox, PacketHandler> handler)
      throws IOException {
    UdpSockets sockets = UdpSockets.open(settings);
    return UdpEventLoop.start(sockets, handler.apply(sockets), noFailures);
  }

  final UdpEventLoop echo(Home... homes) throws IOException {
    return start(settings(homes), Echo::new);
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** Waits until the loop's current turn, with all its counting, is over. */
  static void settle(UdpEventLoop loop) throws InterruptedException {
    CountDownLatch turned = new CountDownLatch(1);
    assertThat(loop.execute(turned::countDown)).isTrue();
    assertThat(turned.await(10, TimeUnit.SECONDS)).isTrue();
  }

  /** Sends to the endpoint as fast as it can until told to stop. */
  static Thread flood(Peer peer, Endpoint to, AtomicBoolean stop) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                while (!stop.get()) {
                  peer.send(to, new byte[100]);
                }
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
  }
}
