package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Clients that their users have set to refuse whoever does not encrypt: what encryption is worth.
 * libtorrent, the fourth, is in {@link LibtorrentMetadataTest}.
 */
class EncryptedPeersTest {
  private static final SampleTorrent TORRENT = SampleTorrent.of(7);

  @Test
  @RealComponent(Component.ARIA2)
  void aria2GivesItsMetadataOnlyEncrypted() throws Exception {
    assertGivesOnlyEncrypted(Loopback.ipv4(), "aria2_node.py");
  }

  @Test
  @RealComponent({Component.TRANSMISSION, Component.NAMESPACES})
  void transmissionGivesItsMetadataOnlyEncrypted() throws Exception {
    assertGivesOnlyEncrypted(NetworkNamespace.withPrivateAddresses(), "transmission_node.py");
  }

  @Test
  @RealComponent(Component.RTORRENT)
  void rtorrentGivesItsMetadataOnlyEncrypted() throws Exception {
    assertGivesOnlyEncrypted(Loopback.ipv4(), "rtorrent_node.py");
  }

  private static void assertGivesOnlyEncrypted(Place place, String driver) throws Exception {
    try (TestNetwork network = new TestNetwork(place)) {
      DhtProgram ours = network.orbweaver(1);
      DhtProgram it = network.encrypted(driver);
      it.seed(TORRENT);
      assertThat(ours.ask("fetch_plainly", TORRENT.infohash(), it.endpoint()))
          .startsWith("failed with");
      assertThat(ours.ask("fetch", TORRENT.infohash(), it.endpoint()))
          .isEqualTo(TORRENT.metadata());
    }
  }
}
