package org.orbweaver.indexer.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.indexer.torrent.Refusal;
import org.orbweaver.indexer.torrent.Sha1;
import org.orbweaver.indexer.torrent.Sha256;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;

/** Real sockets on loopback. */
@Timeout(60)
class MetadataFetchTest {
  private static final byte[] METADATA = metadata(2_000);
  private static final Key INFOHASH = Sha1.of(METADATA);

  /** Patient, for a busy machine. */
  private final FetchOptions options = waiting(Duration.ofSeconds(10));

  private final OutgoingRoute route = OutgoingRoute.DIRECT.allowingAnyAddress();
  private final List<TestPeer> peers = new ArrayList<>();

  private static FetchOptions waiting(Duration patience) {
    return FetchOptions.DEFAULT.withTimes(
        Duration.ofMillis(50),
        Duration.ofSeconds(5),
        SessionLimits.DEFAULT.withTimes(patience, Duration.ofSeconds(30)));
  }

  private static byte[] metadata(int pieces) {
    return new BencodeWriter(100)
        .beginDictionary()
        .string("length")
        .integer(pieces * 16_384L)
        .string("name")
        .string("film.mkv")
        .string("piece length")
        .integer(16_384)
        .string("pieces")
        .string(new byte[20 * pieces])
        .end()
        .toArray();
  }

  private Endpoint peer(TestPeer.Behaviour behaviour) throws IOException {
    TestPeer peer = new TestPeer(peers.size() + 1, behaviour);
    peers.add(peer);
    return peer.endpoint();
  }

  private Endpoint honest() throws IOException {
    return peer(TestPeer.serves(INFOHASH, METADATA));
  }

  @AfterEach
  void closePeers() throws IOException {
    for (TestPeer peer : peers) {
      peer.close();
    }
  }

  private MetadataOutcome ask(MetadataFetch fetch, Key infohash, Endpoint... endpoints) {
    CompletableFuture<MetadataOutcome> done = new CompletableFuture<>();
    assertThat(fetch.tryAsk(infohash, List.of(endpoints), done::complete)).isTrue();
    return done.join();
  }

  private MetadataOutcome ask(Endpoint... endpoints) {
    return ask(options, endpoints);
  }

  private MetadataOutcome ask(FetchOptions chosen, Endpoint... endpoints) {
    try (MetadataFetch fetch = new MetadataFetch(chosen, route)) {
      return ask(fetch, INFOHASH, endpoints);
    }
  }

  private static void assertObtained(MetadataOutcome outcome, Endpoint from) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            MetadataOutcome.Obtained.class,
            obtained -> {
              assertThat(obtained.torrent().infohash()).isEqualTo(INFOHASH);
              assertThat(obtained.torrent().name()).isEqualTo("film.mkv");
              assertThat(obtained.peer()).isEqualTo(from);
            });
  }

  private static void assertFailed(MetadataOutcome outcome, PeerFailure... failures) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            MetadataOutcome.Failed.class,
            failed -> assertThat(failed.failures()).containsExactlyInAnyOrder(failures));
  }

  @Test
  void metadataComesFromTheFirstPeerThatHasIt() throws IOException {
    Endpoint peer = honest();

    assertObtained(ask(peer), peer);
  }

  @Test
  void peersThatFailInEveryWayDoNotPreventIt() throws IOException {
    byte[] wrong = METADATA.clone();
    wrong[500] ^= 1;
    Endpoint good = honest();
    MetadataOutcome outcome =
        ask(
            peer((socket, in, out) -> {}),
            peer(TestPeer.hangs()),
            peer(TestPeer.serves(INFOHASH, wrong)),
            peer(
                (socket, in, out) ->
                    out.write(
                        "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII))),
            peer(TestPeer.serves(Key.ZERO, METADATA)),
            closedPort(),
            good);

    assertObtained(outcome, good);
  }

  @Test
  void slowLorisLosesToAnHonestPeer() throws IOException {
    Endpoint good = honest();
    Endpoint[] drips = new Endpoint[4];
    for (int i = 0; i < 3; i++) {
      drips[i] = peer((socket, in, out) -> drip(out));
    }
    drips[3] = good;

    assertObtained(ask(drips), good);
  }

  private static void drip(OutputStream out) throws IOException, InterruptedException {
    for (byte b : ScriptedPeer.handshake(INFOHASH)) {
      out.write(b);
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  @Test
  void slowLorisAloneIsGivenUp() throws IOException {
    Endpoint drip = peer((socket, in, out) -> drip(out));

    assertFailed(ask(waiting(Duration.ofMillis(400)), drip), PeerFailure.TOO_SLOW);
  }

  @Test
  void torrentWithoutPeersFailsAtOnce() {
    assertFailed(ask());
  }

  @Test
  void silentPeersAreCutWhenAnotherHasGivenIt() throws Exception {
    CountDownLatch cut = new CountDownLatch(1);
    Endpoint silent =
        peer(
            (socket, in, out) -> {
              try {
                in.transferTo(OutputStream.nullOutputStream());
              } finally {
                cut.countDown();
              }
            });
    Endpoint good = honest();
    FetchOptions patient =
        options.withTimes(Duration.ofMillis(50), Duration.ofSeconds(5), SessionLimits.DEFAULT);
    try (MetadataFetch fetch = new MetadataFetch(patient, route)) {
      assertObtained(ask(fetch, INFOHASH, silent, good), good);
    }

    assertThat(cut.await(3, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void liarIsRememberedAndNotDialledAgain() throws IOException {
    byte[] wrong = METADATA.clone();
    wrong[500] ^= 1;
    Endpoint liar = peer(TestPeer.serves(INFOHASH, wrong));
    try (MetadataFetch fetch = new MetadataFetch(options, route)) {
      assertFailed(ask(fetch, INFOHASH, liar), PeerFailure.LIED);
      assertFailed(ask(fetch, INFOHASH, liar), PeerFailure.NOT_DIALLED);
    }

    assertThat(peers.getFirst().visits()).isEqualTo(1);
  }

  @Test
  void peersLearnedFromPeersAreAsked() throws IOException {
    Endpoint good = honest();
    Endpoint gossip =
        peer(
            (socket, in, out) -> {
              in.readNBytes(68);
              out.write(ScriptedPeer.handshake(INFOHASH));
              out.write(ScriptedPeer.extended(0, "d1:md6:ut_pexi5eee", new byte[0]));
              byte[] packed =
                  new BencodeWriter(6).raw(good.ipv4(), 4).raw(good.port(), 2).toArray();
              out.write(
                  ScriptedPeer.extended(
                      Extensions.OUR_PEX,
                      "d5:added6:",
                      ScriptedPeer.join(packed, new byte[] {'e'})));
              in.transferTo(OutputStream.nullOutputStream());
            });

    assertObtained(ask(gossip), good);
  }

  @Test
  void peerThatInsistsOnEncryptionIsDialledAgainWithIt() throws IOException {
    WantedTorrents known = new WantedTorrents(1);
    known.add(INFOHASH);
    SessionLimits impatient =
        SessionLimits.DEFAULT.withTimes(Duration.ofSeconds(2), Duration.ofSeconds(2));
    MemoryBudget budget = new MemoryBudget(1 << 20);
    Endpoint peer =
        peer(
            (socket, in, out) -> {
              byte[] first = in.readNBytes(20);
              if (!Handshake.isProtocol(first)) {
                MetadataSession session =
                    MetadataSession.answering(
                        System.nanoTime(), known::contains, Key.MAX, impatient, budget);
                Conversation answer = new EncryptedAnswering(session, known, new Random(1));
                answer.receive(System.nanoTime(), first, 0, 20);
                SocketConversation.hold(socket, answer);
              }
            });
    try (MetadataFetch fetch = new MetadataFetch(options, route)) {
      // It has nothing to give, but we got as far as to be told.
      assertFailed(ask(fetch, INFOHASH, peer), PeerFailure.NO_METADATA);
    }
  }

  @Test
  void privateAndLoopbackPeersAreNotDialledUnlessAllowed() throws IOException {
    Endpoint peer = honest();
    try (MetadataFetch fetch = new MetadataFetch(options, OutgoingRoute.DIRECT)) {
      assertFailed(
          ask(fetch, INFOHASH, peer, Endpoint.parse("192.168.1.1:80"), Endpoint.parse("[::1]:80")),
          PeerFailure.NOT_DIALLED,
          PeerFailure.NOT_DIALLED,
          PeerFailure.NOT_DIALLED);
    }

    assertThat(peers.getFirst().visits()).isZero();
  }

  @Test
  void connectionsLeaveFromTheAddressWeAreBoundTo() throws IOException {
    CompletableFuture<InetAddress> seen = new CompletableFuture<>();
    Endpoint peer = peer((socket, in, out) -> seen.complete(socket.getInetAddress()));
    InetAddress local = InetAddress.getByAddress(new byte[] {127, 77, 0, 1});
    try (MetadataFetch fetch = new MetadataFetch(options, route.from(List.of(local)))) {
      ask(fetch, INFOHASH, peer);
      assertThat(seen.join()).isEqualTo(local);
      assertFailed(ask(fetch, INFOHASH, Endpoint.parse("[::1]:6881")), PeerFailure.NOT_DIALLED);
    }
  }

  @Test
  void manyTorrentsOfOneAddressWaitForEachOther() throws Exception {
    int torrents = 40;
    Endpoint peer =
        peer(
            (socket, in, out) -> {
              TimeUnit.MILLISECONDS.sleep(5);
              TestPeer.serves(INFOHASH, METADATA).with(socket, in, out);
            });
    CountDownLatch all = new CountDownLatch(torrents);
    try (MetadataFetch fetch = new MetadataFetch(options, route)) {
      for (int i = 0; i < torrents; i++) {
        assertThat(fetch.tryAsk(INFOHASH, List.of(peer), outcome -> all.countDown())).isTrue();
      }
      all.await();
      assertThat(fetch.counters().obtained()).isEqualTo(torrents);
    }
  }

  @Test
  void torrentBeyondTheBoundIsTurnedAway() throws IOException {
    Endpoint silent = peer(TestPeer.hangs());
    FetchOptions one = waiting(Duration.ofMillis(400)).withConnections(1, 10);
    CompletableFuture<MetadataOutcome> first = new CompletableFuture<>();
    try (MetadataFetch fetch = new MetadataFetch(one, route)) {
      assertThat(fetch.tryAsk(INFOHASH, List.of(silent), first::complete)).isTrue();
      assertThat(fetch.tryAsk(Key.ZERO, List.of(silent), outcome -> {})).isFalse();
      assertFailed(first.join(), PeerFailure.TOO_SLOW);
    }
  }

  @Test
  void closingEndsWhatIsUnderWay() throws IOException {
    Endpoint silent = peer(TestPeer.hangs());
    CompletableFuture<MetadataOutcome> told = new CompletableFuture<>();
    FetchOptions patient =
        options.withTimes(Duration.ofSeconds(30), Duration.ofSeconds(30), SessionLimits.DEFAULT);
    MetadataFetch fetch = new MetadataFetch(patient, route);
    fetch.tryAsk(INFOHASH, List.of(silent), told::complete);
    fetch.close();

    assertThat(told.join()).isInstanceOf(MetadataOutcome.Failed.class);
    assertThat(fetch.tryAsk(INFOHASH, List.of(silent), told::complete)).isFalse();
  }

  @Test
  void rightHashOfNonsenseIsRefusedForGood() throws IOException {
    byte[] nonsense = Arrays.copyOf(METADATA, 100);
    Key infohash = Sha1.of(nonsense);
    try (MetadataFetch fetch = new MetadataFetch(options, route)) {
      assertThat(ask(fetch, infohash, peer(TestPeer.serves(infohash, nonsense))))
          .isEqualTo(new MetadataOutcome.Refused(infohash, Refusal.NOT_BENCODING));
    }
  }

  @Test
  void v1TorrentUnderItsSha256IsRefused() throws IOException {
    Key infohash = Sha256.of(METADATA).truncated();
    try (MetadataFetch fetch = new MetadataFetch(options, route)) {
      assertThat(ask(fetch, infohash, peer(TestPeer.serves(infohash, METADATA))))
          .isEqualTo(new MetadataOutcome.Refused(infohash, Refusal.OTHER_GENERATION));
    }
  }

  private static Endpoint closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return Endpoint.v4(0x7F090001, socket.getLocalPort());
    }
  }
}
