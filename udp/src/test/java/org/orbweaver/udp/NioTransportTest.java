package org.orbweaver.udp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NioTransportTest {
  @Test
  void cannotBeAWholeNetwork() {
    assertThatThrownBy(() -> UdpSockets.open(UdpSettings.of(Home.loopback(0)).with(Transport.NIO)))
        .hasMessage("cannot bind a whole network: this needs 64-bit Linux");
  }
}
