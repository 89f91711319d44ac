package org.orbweaver.interop;

@RealComponent({Component.RTORRENT, Component.LIBTORRENT})
class RtorrentTest extends BothDirections {
  @Override
  Place place() {
    return Loopback.somewhere();
  }

  @Override
  DhtProgram start(TestNetwork network, DhtProgram... bootstrap) throws Exception {
    return network.rtorrent(bootstrap);
  }

  @Override
  int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception {
    return Integer.parseInt(it.ask("peers_told", torrent.infohash()));
  }
}
