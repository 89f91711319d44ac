package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.orbweaver.kademlia.Endpoint;

@RealComponent({Component.NPM, Component.LIBTORRENT})
class NpmDhtTest extends BothDirections implements StoresItems {
  @Override
  Place place() {
    return Loopback.ipv4();
  }

  @Override
  DhtProgram start(TestNetwork network, Endpoint... bootstrap) throws Exception {
    return network.npmDht(bootstrap);
  }

  @Override
  void seek(DhtProgram it, SampleTorrent torrent) {}

  @Override
  void announce(DhtProgram it, SampleTorrent torrent) throws Exception {
    assertThat(Integer.parseInt(it.ask("announce", torrent.infohash(), it.endpoint().port())))
        .isPositive();
  }

  @Override
  Set<Extension> extensions() {
    return Set.of(Extension.ITEMS);
  }

  @Override
  int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception {
    return it.peersOf(torrent.infohash()).size();
  }
}
