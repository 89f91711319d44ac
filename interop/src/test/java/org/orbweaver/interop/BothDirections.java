package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What every foreign client and our node must be able to do with each other. Ten nodes of ours make
 * the network that the client joins; a second, lonely instance of the client is a network that ours
 * join. Where a client has a defect, its test says so by overriding.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BothDirections {
  private static final int OUR_NODES = 10;
  private static final int BUCKET = 8;
  private static final String SOME_INFOHASH = "5a".repeat(20);

  private TestNetwork network;
  private DhtProgram ours;
  private DhtProgram it;
  private DhtProgram lonely;

  /** Where the client can live. */
  abstract Place place() throws Exception;

  /** Starts the client with those nodes to start from, possibly none. */
  abstract DhtProgram start(TestNetwork network, DhtProgram... bootstrap) throws Exception;

  /** Makes it look for peers of a torrent. */
  abstract void seek(DhtProgram it, SampleTorrent torrent) throws Exception;

  /** How many of them the DHT told it of. */
  abstract int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception;

  /** Makes it tell the DHT that it has a torrent. */
  abstract void announce(DhtProgram it, SampleTorrent torrent) throws Exception;

  @BeforeAll
  void startAll() throws Exception {
    network = new TestNetwork(place());
    ours = network.orbweaver(OUR_NODES);
    Eventually.holds(() -> assertThat(ours.nodes()).isGreaterThanOrEqualTo(BUCKET));
    it = start(network, ours);
    lonely = start(network);
  }

  @AfterAll
  void endAll() {
    network.close();
  }

  TestNetwork network() {
    return network;
  }

  DhtProgram ours() {
    return ours;
  }

  DhtProgram it() {
    return it;
  }

  DhtProgram lonely() {
    return lonely;
  }

  @Test
  void itBootstrapsFromUs() throws Exception {
    // One of ours was named to it; the others it found.
    Eventually.holds(() -> assertThat(it.nodes()).isGreaterThan(1));
  }

  @Test
  void itEntersOurTable() throws Exception {
    Eventually.holds(
        () -> assertThat(ours.liveNodes()).anyMatch(node -> node.endsWith("@" + it.endpoint())));
  }

  @Test
  void weBootstrapFromIt() throws Exception {
    DhtProgram newcomer = network.orbweaver(1, it);
    Eventually.holds(
        () -> {
          assertThat(newcomer.liveNodes()).anyMatch(node -> node.endsWith("@" + it.endpoint()));
          assertThat(newcomer.nodes()).isGreaterThanOrEqualTo(BUCKET);
        });
  }

  @Test
  void itAnswersOurPing() throws Exception {
    assertThat(ours.ask("ping", it.endpoint())).endsWith("@" + it.endpoint());
  }

  @Test
  void weFindPeersAnnouncedToIt() throws Exception {
    DhtProgram announcer = network.orbweaver(1, lonely);
    Eventually.holds(() -> assertThat(announcer.nodes()).isPositive());
    assertThat(announcer.ask("announce", SOME_INFOHASH, 7777)).isEqualTo("1");

    DhtProgram seeker = network.orbweaver(1, lonely);
    Eventually.holds(() -> assertThat(seeker.nodes()).isPositive());
    assertThat(seeker.peersOf(SOME_INFOHASH))
        .containsExactly(announcer.endpoint().withPort(portAsTold(7777)).toString());
  }

  /** The port of an announced peer as the client tells it to others. */
  int portAsTold(int port) {
    return port;
  }

  @Test
  void itFindsPeersAnnouncedToUs() throws Exception {
    SampleTorrent torrent = SampleTorrent.of(1);
    assertThat(Integer.parseInt(ours.ask("announce", torrent.infohash(), 7777))).isPositive();
    seek(it, torrent);
    Eventually.holds(() -> assertThat(peersFound(it, torrent)).isPositive());
  }

  @Test
  void weFindThePeerItAnnouncesToUs() throws Exception {
    SampleTorrent torrent = SampleTorrent.of(2);
    announce(it, torrent);
    Eventually.holds(
        () -> assertThat(ours.peersOf(torrent.infohash())).contains(it.endpoint().toString()));
  }
}
