package org.orbweaver.interop;

@RealComponent(Component.LIBTORRENT)
class LibtorrentTest extends MagnetLinks {
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
