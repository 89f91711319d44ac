package org.orbweaver.interop;

import java.util.Set;
import org.orbweaver.kademlia.Endpoint;

/** Transmission takes 127.0.0.0/8 for martian, so the test has a network of its own. */
@RealComponent({Component.TRANSMISSION, Component.LIBTORRENT, Component.NAMESPACES})
class TransmissionTest extends MagnetLinks {
  @Override
  Place place() throws Exception {
    return NetworkNamespace.withPrivateAddresses();
  }

  @Override
  DhtProgram start(TestNetwork network, Endpoint... bootstrap) throws Exception {
    return network.transmission(bootstrap);
  }

  /** All ten: it does nothing before it knows nine nodes, and would find them but slowly. */
  @Override
  Endpoint[] waysIn() {
    return ours().endpoints().toArray(new Endpoint[0]);
  }

  @Override
  Set<Extension> extensions() {
    return Set.of();
  }

  @Override
  int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception {
    return Integer.parseInt(it.ask("peers_told", torrent.infohash()));
  }
}
