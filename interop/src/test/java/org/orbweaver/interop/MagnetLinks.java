package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What our nodes do for clients that also exchange torrents: they bring them together. */
abstract class MagnetLinks extends BothDirections {
  static final SampleTorrent LINKED = SampleTorrent.of(3);

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
  void anotherResolvesItsMagnetLinkThroughUs() throws Exception {
    awaitPeer(OWNED, it());
    DhtProgram leecher = joinedLibtorrent();
    leecher.join(OWNED);
    assertThat(leecher.metadataOf(OWNED)).isEqualTo(OWNED.metadata());
  }
}
