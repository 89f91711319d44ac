package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

@RealComponent(Component.LIBTORRENT)
class LibtorrentTest extends MagnetLinks implements StoresItems {
  @Override
  Place place() {
    return Loopback.ipv4();
  }

  @Override
  DhtProgram start(TestNetwork network, Endpoint... bootstrap) throws Exception {
    DhtProgram libtorrent = network.libtorrentFrom(bootstrap);
    if (bootstrap.length > 0) {
      // What it announces before it knows anybody it announces again only after a quarter hour.
      Eventually.holds(() -> assertThat(libtorrent.nodes()).isPositive());
    }
    return libtorrent;
  }

  @Override
  Set<Extension> extensions() {
    return EnumSet.allOf(Extension.class);
  }

  @Override
  int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception {
    return it.peersOf(torrent.infohash()).size();
  }

  @Test
  void itSamplesOurInfohashes() throws Exception {
    String infohash = ours().id(); // So that we are the closest node.
    it().ask("magnet", "magnet:?xt=urn:btih:" + infohash);
    Eventually.holds(
        () -> assertThat(it().ask("sample", ours().endpoint(), Key.ZERO)).contains(infohash));
  }

  @Test
  void itBootstrapsFromUsAsAReadOnlyNode() throws Exception {
    DhtProgram readOnly =
        network().libtorrent("dht_read_only=true", "dht_bootstrap_nodes=" + ours().endpoint());
    Eventually.holds(() -> assertThat(readOnly.nodes()).isPositive());
    assertThat(ours().liveNodes()).noneMatch(node -> node.endsWith("@" + readOnly.endpoint()));
  }
}
