package org.orbweaver.cli.dht;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class InfohashTest {
  private static final String HEX = "0123456789abcdef0123456789abcdef01234567";

  @ParameterizedTest
  @ValueSource(
      strings = {
        HEX,
        "0123456789ABCDEF0123456789ABCDEF01234567",
        "magnet:?xt=urn:btih:" + HEX,
        "magnet:?dn=a+name&xt=urn:btih:" + HEX + "&tr=udp://192.0.2.1:80",
        "magnet:?xt=urn:btih:AERUKZ4JVPG66AJDIVTYTK6N54ASGRLH"
      })
  void hexadecimalDigitsAndMagnetLinksAreInfohashes(String text) {
    assertThat(new Infohash().convert(text)).hasToString(HEX);
  }

  @Test
  void anythingElseIsWrongUse() {
    for (String text : new String[] {"", "0123", "magnet:?dn=x", "http://example.org/"}) {
      assertThatThrownBy(() -> new Infohash().convert(text))
          .isInstanceOf(TypeConversionException.class)
          .hasMessageContaining("40 hexadecimal digits");
    }
  }
}
