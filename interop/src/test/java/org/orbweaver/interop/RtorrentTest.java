package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.orbweaver.kademlia.Endpoint;

@RealComponent({Component.RTORRENT, Component.LIBTORRENT})
class RtorrentTest extends MagnetLinks {
  @Override
  Place place() {
    return Loopback.ipv4();
  }

  @Override
  DhtProgram start(TestNetwork network, Endpoint... bootstrap) throws Exception {
    return network.rtorrent(bootstrap);
  }

  /** Two of them: one that knows nobody answers every get_peers with error 201, and no token. */
  @Override
  DhtProgram startAlone(TestNetwork network) throws Exception {
    DhtProgram companion = start(network);
    DhtProgram it = start(network, companion.endpoint());
    Eventually.holds(() -> assertThat(it.nodes()).isPositive());
    return it;
  }

  @Override
  Set<Extension> extensions() {
    return Set.of();
  }

  @Override
  int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception {
    return Integer.parseInt(it.ask("peers_told", torrent.infohash()));
  }

  /**
   * rTorrent 0.9.8 reads the addresses in a reply two bytes too early, from the "6:" on, and so
   * never reaches a peer that the DHT tells it of (seen with strace). It gets its metadata when the
   * seeder, who finds it through us, connects to it.
   */
  @Override
  void bringTogether(DhtProgram it, DhtProgram seeder) throws Exception {
    awaitPeer(LINKED, it);
    seeder.ask("reannounce", LINKED.infohash());
  }

  /** For the same reason: the peer it dials is not the one it was told of. */
  @Override
  boolean dialsAsSeeder() {
    return false;
  }

  /** rTorrent 0.9.8 returns the ports of the peers it was told of with their bytes swapped. */
  @Override
  int portAsTold(int port) {
    return Integer.reverseBytes(port) >>> 16;
  }
}
