package org.orbweaver.interop;

@RealComponent({Component.RTORRENT, Component.LIBTORRENT})
class RtorrentTest extends MagnetLinks {
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

  /** rTorrent 0.9.8 returns the ports of the peers it was told of with their bytes swapped. */
  @Override
  int portAsTold(int port) {
    return Integer.reverseBytes(port) >>> 16;
  }
}
