package org.orbweaver.indexer.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.kademlia.Endpoint;

@Timeout(60)
class SocksProxyTest {
  private static final Endpoint PEER = Endpoint.parse("[2001:db8::7]:6881");

  private static TestPeer proxy(byte reply) throws IOException {
    return new TestPeer(
        200,
        (socket, in, out) -> {
          DataInputStream data = new DataInputStream(in);
          byte[] greeting = data.readNBytes(3);
          out.write(new byte[] {5, greeting[2]});
          if (greeting[2] == 2) {
            byte[] login = data.readNBytes(1 + 1 + 4 + 1 + 6);
            String text = new String(login, StandardCharsets.US_ASCII);
            out.write(new byte[] {1, (byte) (text.equals("\1\4user\6secret") ? 0 : 1)});
          }
          byte[] request = data.readNBytes(4 + 16 + 2);
          boolean right =
              Arrays.equals(
                  request, 0, 8, new byte[] {5, 1, 0, 4, 0x20, 1, 0xd, (byte) 0xb8}, 0, 8);
          out.write(new byte[] {5, right ? reply : 9, 0, 1, 0, 0, 0, 0, 0, 0});
          out.write("hello".getBytes(StandardCharsets.US_ASCII));
        });
  }

  private static Socket dial(TestPeer proxy, String user) throws IOException {
    InetSocketAddress address =
        new InetSocketAddress(address(proxy.endpoint()), proxy.endpoint().port());
    OutgoingRoute route = OutgoingRoute.DIRECT.through(new SocksProxy(address, user, "secret"));
    return new PeerDialler(route.allowingAnyAddress(), Duration.ofSeconds(10)).dial(PEER);
  }

  private static InetAddress address(Endpoint endpoint) throws UnknownHostException {
    String text = endpoint.toString();
    return InetAddress.ofLiteral(text.substring(0, text.indexOf(':')));
  }

  @Test
  void proxyConnectsForUs() throws IOException {
    try (TestPeer proxy = proxy((byte) 0)) {
      for (String user : new String[] {"", "user"}) {
        try (Socket socket = dial(proxy, user)) {
          assertThat(socket.getInputStream().readNBytes(5))
              .isEqualTo("hello".getBytes(StandardCharsets.US_ASCII));
        }
      }
    }
  }

  @Test
  void proxyThatCannotIsNamed() throws IOException {
    try (TestPeer proxy = proxy((byte) 5)) {
      assertThatThrownBy(() -> dial(proxy, "").close()).hasMessageContaining("cannot reach");
      assertThatThrownBy(() -> dial(proxy, "nope").close())
          .hasMessageContaining("refuses our user");
    }
  }

  @Test
  void proxyIsWrittenAsAnAddress() {
    SocksProxy proxy = SocksProxy.parse("socks5://me:pass@127.0.0.1:9050");

    assertThat(proxy)
        .isEqualTo(
            new SocksProxy(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 9050), "me", "pass"));
    assertThatThrownBy(() -> SocksProxy.parse("http://127.0.0.1"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
