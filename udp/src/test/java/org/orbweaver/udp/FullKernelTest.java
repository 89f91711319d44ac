package org.orbweaver.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.linux.Errno;
import org.orbweaver.udp.linux.LinuxCalls;

/**
 * The loopback interface takes everything, so here a switch stands for a network card that does
 * not.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(30)
class FullKernelTest {
  private static final Home ANY_PORT = Home.at(Endpoint.parse("127.0.0.1:0"));

  private final AtomicBoolean full = new AtomicBoolean(true);
  private final UdpSettings settings = UdpSettings.of(ANY_PORT);

  private LinuxTransport open() throws IOException {
    return LinuxTransport.bindAll(
        settings,
        (calls, fd, messages, count) ->
            full.get()
                ? -Errno.EAGAIN
                : calls.sendmmsg(fd, messages, count, LinuxCalls.MSG_DONTWAIT));
  }

  @Test
  void keepsTheOldestAndDropsTheNewestThenGoesOn() throws IOException {
    try (LinuxTransport sockets = open();
        Peer peer = new Peer("127.0.0.1:0")) {
      Endpoint home = sockets.homes().getFirst();
      for (int i = 0; i < settings.sendQueue() + 50; i++) {
        boolean taken = sockets.send(home, peer.endpoint(), new byte[200], i % 200);
        assertThat(taken).as("packet %d", i).isEqualTo(i < settings.sendQueue());
      }
      assertThat(sockets.counters().snapshot().queueFull()).isEqualTo(50);
      full.set(false);
      sockets.flush();
      assertThat(sockets.counters().snapshot().packetsSent())
          .as("blocked until the kernel says it has room")
          .isZero();
      sockets.await(1_000);
      for (int i = 0; i < settings.sendQueue(); i++) {
        assertThat(peer.receive().packet()).hasSize(i);
      }
      assertThat(sockets.send(home, peer.endpoint(), new byte[1], 1)).isTrue();
      sockets.flush();
      assertThat(peer.receive().packet()).hasSize(1);
      assertThat(sockets.await(0)).as("room to write is no reason to wake any more").isZero();
    }
  }
}
