package org.orbweaver.indexer.torrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class MagnetLinkTest {
  private static final Key V1 = Key.parse("631a31dd0a46257d5078c0dee4e66e26f73e42ac");
  private static final Sha256 V2 =
      Sha256.parse("d8dd32ac93357c368556af3ac1d95c9d76bd0dff6fa9833ecdac3d53134efabb");

  /** The hybrid example of BEP 52. */
  @Test
  void hybridLinkHasBothHashes() {
    MagnetLink link =
        MagnetLink.parse(
            "magnet:?xt=urn:btih:"
                + V1
                + "&xt=urn:btmh:1220"
                + V2
                + "&dn=bittorrent-v1-v2-hybrid-test");

    assertThat(link)
        .isEqualTo(new MagnetLink(V1, V2, "bittorrent-v1-v2-hybrid-test", List.of(), List.of()));
    assertThat(link.keys()).containsExactly(V1, V2.truncated());
  }

  @Test
  void base32IsTheOlderSpellingOfTheSameHash() {
    assertThat(MagnetLink.parse("magnet:?xt=urn:btih:MMNDDXIKIYSX2UDYYDPOJZTOE33T4QVM").v1())
        .isEqualTo(V1);
  }

  @Test
  void whatIsWrittenIsRead() {
    MagnetLink link =
        new MagnetLink(
            V1,
            V2,
            "a & b = 100 % + ü",
            List.of("udp://tracker.example:6969/announce"),
            List.of(Endpoint.parse("192.0.2.1:6881"), Endpoint.parse("[2001:db8::1]:80")));

    assertThat(MagnetLink.parse(link.toString())).isEqualTo(link);
  }

  @Test
  void peersByNameAndStrayPercentSignsDoNoHarm() {
    MagnetLink link =
        MagnetLink.parse("MAGNET:?xt.1=urn:BTIH:" + V1 + "&x.pe=evil.example:1&dn=50%&&x");

    assertThat(link.peers()).isEmpty();
    assertThat(link.name()).isEqualTo("50%");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org",
        "magnet:?dn=name",
        "magnet:?xt=urn:btih:123",
        "magnet:?xt=urn:btih:MMNDDXIKIYSX2UDYYDPOJZTOE33T4QV1",
        "magnet:?xt=urn:btmh:122012"
      })
  void whatIsNoLinkIsNamed(String link) {
    assertThatThrownBy(() -> MagnetLink.parse(link)).isInstanceOf(IllegalArgumentException.class);
  }
}
