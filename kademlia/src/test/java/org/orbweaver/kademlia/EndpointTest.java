package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "192.0.2.1:6881",
        "0.0.0.0:0",
        "255.255.255.255:65535",
        "[2001:db8::1]:6881",
        "[::]:1",
        "[::1]:1",
        "[1::]:1",
        "[2001:db8:0:1:2:3:4:5]:6881",
        "[2001:0:0:1::5]:6881"
      })
  void textSurvivesParsingAndFormatting(String text) {
    assertThat(Endpoint.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        "1.2.3.4",
        "1.2.3:5",
        "1.2.3.4.5:6",
        "1.2.3.256:6",
        "1.2.3.4:65536",
        "1.2.3.4:-1",
        "example.org:6881",
        "[::1:5",
        "[1:2:3:4:5:6:7]:1",
        "[1:2:3:4:5:6:7:8:9]:1",
        "[1::2::3]:1",
        "[g::]:1"
      })
  void malformedTextIsRefusedInOneSentence(String text) {
    assertThatThrownBy(() -> Endpoint.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not an address with a port");
  }

  @Test
  void readsWhateverThePlatformPrints() throws UnknownHostException {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = new byte[16];
      random.nextBytes(bytes);
      for (int zero = random.nextInt(16); zero > 0; zero--) {
        bytes[random.nextInt(16)] = 0;
      }
      bytes[0] |= 0x20; // never a mapped address, which the platform turns into IPv4
      String printed = "[" + InetAddress.getByAddress(bytes).getHostAddress() + "]:9";
      ByteBuffer expected = ByteBuffer.wrap(bytes);
      Endpoint endpoint = Endpoint.parse(printed);
      assertThat(endpoint)
          .isEqualTo(Endpoint.v6(expected.getLong(), expected.getLong(), 9))
          .isEqualTo(Endpoint.parse(endpoint.toString()));
    }
  }

  @Test
  void mappedAddressesAreIpv4() {
    assertThat(Endpoint.parse("[::ffff:192.0.2.1]:5")).isEqualTo(Endpoint.parse("192.0.2.1:5"));
    assertThat(Endpoint.parse("192.0.2.1:5").isIpv4()).isTrue();
    assertThat(Endpoint.parse("[2001:db8::1]:5").isIpv4()).isFalse();
  }

  @Test
  void networksAreSlash24AndSlash64() {
    assertThat(Endpoint.parse("192.0.2.1:5").network())
        .isEqualTo(Endpoint.parse("192.0.2.200:9").network())
        .isNotEqualTo(Endpoint.parse("192.0.3.1:5").network());
    assertThat(Endpoint.parse("[2001:db8:1:2::1]:5").network())
        .isEqualTo(Endpoint.parse("[2001:db8:1:2:ffff::9]:5").network())
        .isNotEqualTo(Endpoint.parse("[2001:db8:1:3::1]:5").network());
  }

  @ParameterizedTest
  @ValueSource(strings = {"8.8.8.8:53", "100.63.0.1:1", "172.32.0.1:1", "[2a00:1450::1]:6881"})
  void publicAddressesAreGlobal(String text) {
    assertThat(Endpoint.parse(text).isGlobal()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8:0",
        "0.1.2.3:1",
        "10.1.1.1:1",
        "100.64.0.1:1",
        "127.0.0.1:1",
        "169.254.1.1:1",
        "172.16.0.1:1",
        "192.168.1.1:1",
        "198.19.1.1:1",
        "224.0.0.1:1",
        "255.255.255.255:1",
        "[::1]:1",
        "[fe80::1]:1",
        "[fc00::1]:1",
        "[2001:db8::1]:1",
        "[2002:a00::1]:1",
        "[3fff:123::1]:1"
      })
  void specialAddressesAreNotGlobal(String text) {
    assertThat(Endpoint.parse(text).isGlobal()).isFalse();
  }
}
