package org.orbweaver.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;
import org.orbweaver.wire.PacketHandler;

/** I2: who waits for a node that has ended is told, and does not wait for ever. */
@Timeout(20)
class NodeLoopTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final NodeLoop<String> loop = new NodeLoop<>("the test's node", LONG);

  private static final class Idle implements PacketHandler {
    @Override
    public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
      return NEVER;
    }

    @Override
    public long onTick(long now) {
      return NEVER;
    }
  }

  private void start() throws IOException {
    loop.start(
        UdpSockets.open(UdpSettings.of(Home.at(Endpoint.parse("127.0.0.1:0")))),
        "node",
        new Idle());
  }

  @Test
  void whoAsksAfterTheEndIsToldAtOnce() throws IOException {
    start();
    assertThat(loop.<Integer>look(String::length)).isEqualTo(4);
    loop.close();
    assertThatThrownBy(() -> loop.<Integer>look(String::length))
        .hasMessage("the test's node has stopped");
    loop.execute(() -> {}); // nobody waits for it, so it is dropped
    assertThat(loop.offer(() -> {})).isFalse();
  }

  @Test
  void whoWaitsForAnAnswerWhileItEndsIsTold() throws Exception {
    start();
    Thread ends =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Thread.sleep(200);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  loop.close();
                });
    assertThatThrownBy(() -> loop.ask(LONG, (node, answer) -> {}))
        .hasMessage("the test's node has stopped");
    ends.join();
  }
}
