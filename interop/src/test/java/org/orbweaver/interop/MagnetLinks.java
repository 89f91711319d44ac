package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What our nodes do for clients that also exchange torrents: they bring them together. */
abstract class MagnetLinks extends BothDirections {
  static final SampleTorrent LINKED = SampleTorrent.of(3);
  private static final SampleTorrent DIALLED = SampleTorrent.of(4);

  @SuppressWarnings("NullAway.Init")
  private DhtProgram seeder;

  @Override
  void seek(DhtProgram it, SampleTorrent torrent) throws Exception {
    it.join(torrent);
  }

  @Override
  void announce(DhtProgram it, SampleTorrent torrent) throws Exception {
    it.seed(torrent);
  }

  @BeforeAll
  void startSeeder() throws Exception {
    seeder = joinedLibtorrent();
    seeder.seed(LINKED);
    awaitPeer(LINKED, seeder);
    it().join(LINKED);
  }

  /** A libtorrent that knows our network and nobody else. */
  private DhtProgram joinedLibtorrent() throws Exception {
    DhtProgram libtorrent = network().libtorrentFrom(ours().endpoint());
    Eventually.holds(() -> assertThat(libtorrent.nodes()).isPositive());
    return libtorrent;
  }

  /** What it needs besides, to come into contact with the seeder of the linked torrent. */
  void bringTogether(DhtProgram it, DhtProgram seederOfLinked) throws Exception {}

  @Test
  void itResolvesAMagnetLinkThroughUs() throws Exception {
    bringTogether(it(), seeder);
    assertThat(it().metadataOf(LINKED)).isEqualTo(LINKED.metadata());
  }

  @Test
  void weTakeTheMetadataOfWhatItSeeds() throws Exception {
    awaitPeer(OWNED, it());
    assertThat(ours().fetch(OWNED.infohash())).isEqualTo(OWNED.metadata());
  }

  /**
   * Passive retrieval: our own address is all that the DHT knows of this torrent's peers. As a
   * leecher's: whoever has all asks the DHT for those only (BEP 33).
   */
  @Test
  void weTakeTheMetadataWhenItDialsUsIfItDoes() throws Exception {
    DhtProgram listener = network().orbweaver(1, ours().endpoint());
    String port = listener.ask("listen", DIALLED.infohash());
    String announcedTo = "0"; // to as many nodes as it has found since it started
    for (int i = 0; i < 20 && announcedTo.equals("0"); i++) {
      announcedTo = listener.ask("announce_leecher", DIALLED.infohash(), port);
      Thread.sleep(announcedTo.equals("0") ? 250 : 0);
    }
    assertThat(announcedTo).isNotEqualTo("0");
    it().seed(DIALLED);
    assertThat(listener.ask("dialled", DIALLED.infohash()))
        .isEqualTo(dialsAsSeeder() ? DIALLED.metadata() : "nobody");
  }

  /** Whether it connects to the peers it finds though it has the whole torrent. */
  boolean dialsAsSeeder() {
    return true;
  }

  /**
   * Of two, one: libtorrent dials a peer once a minute, and on a busy machine the first connection
   * may come to nothing (seen with rTorrent).
   */
  @Test
  void anotherResolvesItsMagnetLinkThroughUs() throws Exception {
    awaitPeer(OWNED, it());
    String told = metadataOfOwned();
    assertThat(told.equals(OWNED.metadata()) ? told : metadataOfOwned())
        .isEqualTo(OWNED.metadata());
  }

  private String metadataOfOwned() throws Exception {
    DhtProgram leecher = joinedLibtorrent();
    leecher.join(OWNED);
    return leecher.metadataOf(OWNED);
  }
}
