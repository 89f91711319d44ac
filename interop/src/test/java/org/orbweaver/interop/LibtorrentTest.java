package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

@RealComponent(Component.LIBTORRENT)
class LibtorrentTest extends BothDirections {
  @Override
  Place place() {
    return Loopback.somewhere();
  }

  @Override
  DhtProgram start(TestNetwork network, DhtProgram... bootstrap) throws Exception {
    return network.libtorrentFrom(bootstrap);
  }

  @Override
  int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception {
    return it.peersOf(torrent.infohash()).size();
  }
}
