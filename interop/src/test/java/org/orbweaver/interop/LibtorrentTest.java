package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

@RealComponent(Component.LIBTORRENT)
class LibtorrentTest extends MagnetLinks {
  @Override
  Place place() {
    return Loopback.somewhere();
  }

  @Override
  DhtProgram start(TestNetwork network, DhtProgram... bootstrap) throws Exception {
    DhtProgram libtorrent = network.libtorrentFrom(bootstrap);
    if (bootstrap.length > 0) {
      // What it announces before it knows anybody it announces again only after a quarter hour.
      Eventually.holds(() -> assertThat(libtorrent.nodes()).isPositive());
    }
    return libtorrent;
  }

  @Override
  int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception {
    return it.peersOf(torrent.infohash()).size();
  }
}
