package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The other DHT, over IPv6 (BEP 32), with libtorrent. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@RealComponent(Component.LIBTORRENT)
class Ipv6Test {
  private static final SampleTorrent TORRENT = SampleTorrent.of(4);

  @SuppressWarnings("NullAway.Init")
  private TestNetwork network;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram ours;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram it;

  @BeforeAll
  void startAll() throws Exception {
    network = new TestNetwork(Loopback.ipv6());
    ours = network.orbweaver(4);
    it = network.libtorrentFrom(ours.endpoint());
    Eventually.holds(() -> assertThat(it.nodes()).isPositive());
    it.seed(TORRENT);
  }

  @AfterAll
  void endAll() {
    network.close();
  }

  @Test
  void weBootstrapFromIt() throws Exception {
    DhtProgram newcomer = network.orbweaver(1, it.endpoint());
    Eventually.holds(() -> assertThat(newcomer.nodes()).isGreaterThanOrEqualTo(4));
  }

  @Test
  void weFindThePeerItAnnouncesToUs() throws Exception {
    awaitItsAnnouncement();
  }

  @Test
  void anotherResolvesItsMagnetLinkThroughUs() throws Exception {
    awaitItsAnnouncement();
    DhtProgram leecher = network.libtorrentFrom(ours.endpoint());
    Eventually.holds(() -> assertThat(leecher.nodes()).isPositive());
    leecher.join(TORRENT);
    assertThat(leecher.metadataOf(TORRENT)).isEqualTo(TORRENT.metadata());
  }

  @Test
  void weTakeTheMetadataOfWhatItSeeds() throws Exception {
    awaitItsAnnouncement();
    assertThat(ours.fetch(TORRENT.infohash())).isEqualTo(TORRENT.metadata());
  }

  private void awaitItsAnnouncement() throws Exception {
    Eventually.holds(
        () -> assertThat(ours.peersOf(TORRENT.infohash())).contains(it.endpoint().toString()));
  }
}
