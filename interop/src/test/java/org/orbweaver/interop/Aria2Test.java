package org.orbweaver.interop;

import java.util.Set;
import org.orbweaver.kademlia.Endpoint;

@RealComponent({Component.ARIA2, Component.LIBTORRENT})
class Aria2Test extends MagnetLinks {
  @Override
  Place place() {
    return Loopback.ipv4();
  }

  @Override
  DhtProgram start(TestNetwork network, Endpoint... bootstrap) throws Exception {
    return network.aria2(bootstrap);
  }

  @Override
  Set<Extension> extensions() {
    return Set.of();
  }

  @Override
  int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception {
    return DhtProgram.words(it.ask("peers")).size();
  }
}
