package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;

/** What our node does for clients that also exchange torrents: it brings them together. */
abstract class MagnetLinks extends BothDirections {
  @Override
  void seek(DhtProgram it, SampleTorrent torrent) throws Exception {
    it.join(torrent);
  }

  @Override
  void announce(DhtProgram it, SampleTorrent torrent) throws Exception {
    it.seed(torrent);
  }

  @Test
  void itResolvesAMagnetLinkThroughUs() throws Exception {
    SampleTorrent torrent = SampleTorrent.of(3);
    DhtProgram seeder = joinedLibtorrent();
    seeder.seed(torrent);
    awaitPeer(torrent, seeder.endpoint());
    it().join(torrent);
    assertThat(it().metadataOf(torrent)).isEqualTo(torrent.metadata());
  }

  @Test
  void anotherResolvesItsMagnetLinkThroughUs() throws Exception {
    SampleTorrent torrent = SampleTorrent.of(4);
    it().seed(torrent);
    awaitPeer(torrent, it().endpoint());
    DhtProgram leecher = joinedLibtorrent();
    leecher.join(torrent);
    assertThat(leecher.metadataOf(torrent)).isEqualTo(torrent.metadata());
  }

  /** A libtorrent that knows our network and nobody else. */
  DhtProgram joinedLibtorrent() throws Exception {
    DhtProgram libtorrent = network().libtorrentFrom(ours());
    Eventually.holds(() -> assertThat(libtorrent.nodes()).isPositive());
    return libtorrent;
  }

  void awaitPeer(SampleTorrent torrent, Endpoint peer) throws Exception {
    Eventually.holds(
        () -> assertThat(ours().peersOf(torrent.infohash())).contains(peer.toString()));
  }
}
