package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * What every foreign client and our node must be able to do with each other. Ten nodes of ours make
 * the network that the client joins; a second instance of the client stays alone but for two nodes
 * of ours. Where a client has a defect, its test says so by overriding.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BothDirections {
  private static final int OUR_NODES = 10;
  private static final int BUCKET = 8;
  private static final int SOME_PORT = 7777;
  private static final String SOME_INFOHASH = "5a".repeat(20);

  /** Announced by us; the client seeks it. */
  private static final SampleTorrent SOUGHT = SampleTorrent.of(1);

  /** Announced by the client. */
  static final SampleTorrent OWNED = SampleTorrent.of(2);

  @SuppressWarnings("NullAway.Init")
  private TestNetwork network;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram ours;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram it;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram giver;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram taker;

  /** Where the client can live. */
  abstract Place place() throws Exception;

  /** Starts the client with those nodes to start from, possibly none. */
  abstract DhtProgram start(TestNetwork network, Endpoint... bootstrap) throws Exception;

  /** Starts the client where it finds nobody, and in particular none of ours. */
  DhtProgram startAlone(TestNetwork network) throws Exception {
    return start(network);
  }

  abstract Set<Extension> extensions();

  /** The nodes that the client starts from. */
  Endpoint[] waysIn() {
    return new Endpoint[] {ours.endpoint()};
  }

  /** Makes it look for peers of a torrent. */
  abstract void seek(DhtProgram it, SampleTorrent torrent) throws Exception;

  /** How many of them the DHT told it of. */
  abstract int peersFound(DhtProgram it, SampleTorrent torrent) throws Exception;

  /** Makes it tell the DHT that it has a torrent. */
  abstract void announce(DhtProgram it, SampleTorrent torrent) throws Exception;

  /** Everything is set going at once: some clients take their time before they do anything. */
  @BeforeAll
  void startAll() throws Exception {
    network = new TestNetwork(place());
    ours = network.orbweaver(OUR_NODES);
    Eventually.holds(() -> assertThat(ours.nodes()).isGreaterThanOrEqualTo(BUCKET));
    assertThat(ours.ask("announce", SOUGHT.infohash(), SOME_PORT)).isEqualTo("8");
    it = start(network, waysIn());
    seek(it, SOUGHT);
    announce(it, OWNED);
    DhtProgram lonely = startAlone(network);
    giver = guestOf(lonely);
    taker = guestOf(lonely);
  }

  @AfterAll
  void endAll() {
    network.close();
  }

  public TestNetwork network() {
    return network;
  }

  /** The first of our nodes. */
  public DhtProgram ours() {
    return ours;
  }

  /** The client in our network. */
  public DhtProgram it() {
    return it;
  }

  /** Ours, and knows nobody but a second instance of the client, which knows nobody. */
  public DhtProgram giver() {
    return giver;
  }

  /** Another one: whatever it gets that the giver gave, the client has kept. */
  public DhtProgram taker() {
    return taker;
  }

  private DhtProgram guestOf(DhtProgram lonely) throws Exception {
    DhtProgram guest = network.readOnlyOrbweaver(lonely.endpoint());
    Eventually.holds(() -> assertThat(guest.nodes()).isPositive());
    return guest;
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
    DhtProgram newcomer = network.orbweaver(1, it.endpoint());
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
    assertThat(giver.ask("announce", SOME_INFOHASH, SOME_PORT)).isNotEqualTo("0");
    assertThat(taker.peersOf(SOME_INFOHASH))
        .containsExactly(giver.endpoint().withPort(portAsTold(SOME_PORT)).toString());
  }

  /** The port of an announced peer as the client tells it to others. */
  int portAsTold(int port) {
    return port;
  }

  @Test
  void itFindsPeersAnnouncedToUs() throws Exception {
    Eventually.holds(() -> assertThat(peersFound(it, SOUGHT)).isPositive());
  }

  @Test
  void weFindThePeerItAnnouncesToUs() throws Exception {
    awaitPeer(OWNED, it);
  }

  @Test
  void itCountsSeedsForUsIfItKnowsHow() throws Exception {
    giver.ask("announce", SOME_INFOHASH, SOME_PORT);
    // Peers that a node names are counted too, but it does not say which of them are seeds.
    assertThat(taker.ask("scrape", SOME_INFOHASH))
        .isEqualTo(extensions().contains(Extension.SCRAPES) ? "1 0" : "0 1");
  }

  @Test
  void itKeepsItemsForUsIfItKnowsHow() throws Exception {
    assertThat(giver.ask("put", "some-value"))
        .startsWith(extensions().contains(Extension.ITEMS) ? "1 " : "0 ");
  }

  @Test
  void itSamplesItsInfohashesForUsIfItKnowsHow() throws Exception {
    giver.ask("announce", SOME_INFOHASH, SOME_PORT);
    String samples = taker.ask("sample", Key.ZERO);
    if (extensions().contains(Extension.SAMPLES)) {
      assertThat(samples).contains(SOME_INFOHASH);
    } else {
      assertThat(samples).isEmpty();
    }
  }

  void awaitPeer(SampleTorrent torrent, DhtProgram peer) throws Exception {
    Eventually.holds(
        () -> assertThat(ours.peersOf(torrent.infohash())).contains(peer.endpoint().toString()));
  }
}
