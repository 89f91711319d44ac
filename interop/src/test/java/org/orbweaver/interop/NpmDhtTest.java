package org.orbweaver.interop;

@RealComponent({Component.NPM, Component.LIBTORRENT})
class NpmDhtTest extends BothDirections {
  @Override
  Place place() {
    return Loopback.somewhere();
  }

  @Override
  DhtProgram start(TestNetwork network, DhtProgram... bootstrap) throws Exception {
    return network.npmDht(bootstrap);
  }

  @Override
  int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception {
    return it.peersOf(torrent.infohash()).size();
  }
}
