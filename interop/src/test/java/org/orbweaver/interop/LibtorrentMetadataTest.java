package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Metadata of every generation, and behind encryption, from libtorrent. */
@RealComponent(Component.LIBTORRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LibtorrentMetadataTest {
  private static final String FORCED = "0";
  private static final SampleTorrent ENCRYPTED = SampleTorrent.of(5);
  private static final SampleTorrent DIALLED = SampleTorrent.of(6);

  @SuppressWarnings("NullAway.Init")
  private TestNetwork network;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram ours;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram open;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram encrypted;

  @BeforeAll
  void startAll() throws Exception {
    network = new TestNetwork(Loopback.ipv4());
    ours = network.orbweaver(3);
    Eventually.holds(() -> assertThat(ours.nodes()).isGreaterThanOrEqualTo(2));
    String bootstrap = "dht_bootstrap_nodes=" + ours.endpoint();
    open = network.libtorrent(bootstrap);
    encrypted =
        network.libtorrent(bootstrap, "in_enc_policy=" + FORCED, "out_enc_policy=" + FORCED);
    for (DhtProgram libtorrent : List.of(open, encrypted)) {
      Eventually.holds(() -> assertThat(libtorrent.nodes()).isPositive());
    }
  }

  @AfterAll
  void endAll() {
    network.close();
  }

  @Test
  void weTakeTheMetadataOfAV2Torrent() throws Exception {
    String v2 = open.ask("seed_new", "second", "v2");
    String key = v2.substring(0, 40);

    assertThat(taken(key)).isEqualTo(key + " second V2 " + v2 + " 3");
  }

  @Test
  void weTakeTheMetadataOfAHybridUnderBothItsHashes() throws Exception {
    List<String> hashes = DhtProgram.words(open.ask("seed_new", "both", "hybrid"));
    String v1 = hashes.getFirst();
    String v2 = hashes.getLast();
    String key = v2.substring(0, 40);

    assertThat(taken(v1)).isEqualTo(v1 + " both HYBRID " + v2 + " 3");
    assertThat(taken(key)).isEqualTo(key + " both HYBRID " + v2 + " 3");
  }

  @Test
  void weTakeTheMetadataOfAPeerThatInsistsOnEncryption() throws Exception {
    encrypted.seed(ENCRYPTED);
    assertThat(taken(ENCRYPTED.infohash())).isEqualTo(ENCRYPTED.metadata());
    // And only thanks to it.
    assertThat(ours.ask("fetch_plainly", ENCRYPTED.infohash()))
        .isEqualTo("failed with [TURNED_AWAY]");
  }

  @Test
  void weTakeTheMetadataOfAPeerThatDialsUsWithEncryption() throws Exception {
    String port = ours.ask("listen", DIALLED.infohash());
    ours.ask("announce_leecher", DIALLED.infohash(), port);
    encrypted.seed(DIALLED);

    assertThat(ours.ask("dialled", DIALLED.infohash())).isEqualTo(DIALLED.metadata());
  }

  /** What we take from the peers that the DHT names, once it names any. */
  private String taken(String key) throws Exception {
    Eventually.holds(() -> assertThat(ours.peersOf(key)).isNotEmpty());
    return ours.fetch(key);
  }
}
