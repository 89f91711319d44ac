package org.orbweaver.mainline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.orbweaver.mainline.TinyNetwork.SECOND;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.NetworkSizeEstimate;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.ErrorCode;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Method;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.ReplyWriter;

class MainlineNodeTest {
  private static final long PATIENCE = 60 * SECOND;

  @Test
  void lookupFindsTheEightClosestNodes() {
    TinyDht dht = TinyDht.of(1, 0, 120);
    for (int i = 0; i < 20; i++) {
      assertThat(foundByLookup(dht, i)).isEqualTo(8);
    }
  }

  @Test
  void lookupsFindTheClosestNodesDespiteLostPackets() {
    TinyDht dht = TinyDht.of(2, 0.02, 100);
    int right = 0;
    for (int i = 0; i < 60; i++) {
      right += foundByLookup(dht, i) == 8 ? 1 : 0;
    }
    assertThat(right).isGreaterThanOrEqualTo(59);
  }

  @Test
  void lookupsStillFindNearlyAllWhenAThirdOfTheNetworkHasJustDied() {
    TinyDht dht = TinyDht.of(2, 0.02, 150);
    List<MainlineNode> dead = List.copyOf(dht.nodes.subList(100, 150));
    for (int i = 100; i < 150; i++) {
      dht.network.detach(TinyDht.address(i));
    }
    dht.nodes.removeAll(dead);
    int found = 0;
    for (int i = 0; i < 60; i++) {
      found += foundByLookup(dht, i);
    }
    assertThat(found / 480.0).isGreaterThan(0.92);
  }

  /** How many of the eight closest nodes a lookup for a random key finds. */
  private static int foundByLookup(TinyDht dht, int askerNumber) {
    Key target = Key.random(dht.network.random());
    List<LookupResult> results = new ArrayList<>();
    MainlineNode asker = dht.nodes.get(askerNumber);
    TinyDht.client(asker).findNode(dht.network.now(), target, results::add);
    dht.network.tickSoon(asker);
    assertThat(dht.network.await(PATIENCE, () -> !results.isEmpty())).isTrue();
    List<Contact> truth = new ArrayList<>(dht.closest(target, 9));
    truth.removeAll(asker.homes());
    List<Contact> found = new ArrayList<>(results.getFirst().closest());
    found.retainAll(truth.subList(0, 8));
    return found.size();
  }

  @Test
  void lookupForPeersEndsAsSoonAsItsListenerHasEnough() {
    TinyDht dht = TinyDht.of(4, 0, 60);
    Key infohash = Key.random(dht.network.random());
    List<WriteResult> written = new ArrayList<>();
    dht.client(1).announce(dht.network.now(), infohash, 7000, false, written::add);
    dht.network.tickSoon(dht.nodes.get(1));
    assertThat(dht.network.await(PATIENCE, () -> !written.isEmpty())).isTrue();
    assertThat(queriesForPeers(dht, infohash, true))
        .isLessThan(queriesForPeers(dht, infohash, false));
  }

  private static int queriesForPeers(TinyDht dht, Key infohash, boolean oneIsEnough) {
    List<Endpoint> peers = new ArrayList<>();
    List<LookupResult> results = new ArrayList<>();
    dht.client(30)
        .getPeers(
            dht.network.now(),
            infohash,
            new PeersListener() {
              @Override
              public void onPeer(Contact from, Endpoint peer) {
                peers.add(peer);
              }

              @Override
              public boolean hasEnough() {
                return oneIsEnough && !peers.isEmpty();
              }

              @Override
              public void onFinish(LookupResult result) {
                results.add(result);
              }
            });
    dht.network.tickSoon(dht.nodes.get(30));
    assertThat(dht.network.await(PATIENCE, () -> !results.isEmpty())).isTrue();
    assertThat(peers).isNotEmpty();
    return results.getFirst().queries();
  }

  @Test
  void announcedPeerIsFoundByOthersAndCountedByScrapes() {
    TinyDht dht = TinyDht.of(3, 0, 60);
    Key infohash = Key.random(dht.network.random());
    for (int i = 0; i < 12; i++) {
      List<WriteResult> written = new ArrayList<>();
      dht.client(i).announce(dht.network.now(), infohash, 7000 + i, i < 4, written::add);
      dht.network.tickSoon(dht.nodes.get(i));
      assertThat(dht.network.await(PATIENCE, () -> !written.isEmpty())).isTrue();
      assertThat(written.getFirst().stored()).isEqualTo(8);
    }
    Set<Endpoint> peers = new HashSet<>();
    List<LookupResult> found = new ArrayList<>();
    dht.client(30)
        .getPeers(
            dht.network.now(),
            infohash,
            new PeersListener() {
              @Override
              public void onPeer(Contact from, Endpoint peer) {
                peers.add(peer);
              }

              @Override
              public void onFinish(LookupResult result) {
                found.add(result);
              }
            });
    List<ScrapeResult> scraped = new ArrayList<>();
    dht.client(31).scrape(dht.network.now(), infohash, scraped::add);
    dht.network.tickSoon(dht.nodes.get(30));
    dht.network.tickSoon(dht.nodes.get(31));
    assertThat(dht.network.await(PATIENCE, () -> !found.isEmpty() && !scraped.isEmpty())).isTrue();
    assertThat(peers).hasSize(12).contains(TinyDht.address(5).withPort(7005));
    assertThat(scraped.getFirst().seeds().estimate()).isCloseTo(4, within(0.5));
    assertThat(scraped.getFirst().peers().estimate()).isCloseTo(8, within(0.5));
  }

  @Test
  void infohashesAreSampledFromThoseWhoStoreThem() {
    TinyDht dht = TinyDht.of(4, 0, 40);
    Key infohash = Key.random(dht.network.random());
    List<WriteResult> written = new ArrayList<>();
    dht.client(1).announce(dht.network.now(), infohash, 0, false, written::add);
    dht.network.tickSoon(dht.nodes.get(1));
    dht.network.await(PATIENCE, () -> !written.isEmpty());
    Set<Key> samples = new HashSet<>();
    List<LookupResult> finished = new ArrayList<>();
    dht.client(20)
        .sample(
            dht.network.now(),
            infohash,
            new SampleListener() {
              @Override
              public void onSamples(
                  Contact from, List<Key> infohashes, long outOf, java.time.Duration interval) {
                samples.addAll(infohashes);
              }

              @Override
              public void onFinish(LookupResult result) {
                finished.add(result);
              }
            });
    dht.network.tickSoon(dht.nodes.get(20));
    assertThat(dht.network.await(PATIENCE, () -> !finished.isEmpty())).isTrue();
    assertThat(samples).containsExactly(infohash);
  }

  @Test
  void itemsArePutAndGotAndReplacedOnlyByNewerOnes() throws NoSuchAlgorithmException {
    TinyDht dht = TinyDht.of(5, 0, 40);
    KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Bytes salt = Bytes.of(new byte[] {1, 2, 3});
    SignedItem first = SignedItem.sign(keys, salt, 1, value("first"));
    SignedItem second = SignedItem.sign(keys, salt, 2, value("second"));
    ImmutableItem immutable = new ImmutableItem(value("for ever"));

    assertThat(put(dht, first, OptionalLong.empty()).stored()).isEqualTo(8);
    assertThat(put(dht, immutable, OptionalLong.empty()).stored()).isEqualTo(8);
    assertThat(get(dht, first.target(), salt)).contains(first);
    assertThat(get(dht, immutable.target(), Bytes.EMPTY)).contains(immutable);
    assertThat(get(dht, Key.random(dht.network.random()), Bytes.EMPTY)).isEmpty();

    assertThat(put(dht, second, OptionalLong.of(7)).lastError()).isEqualTo(301);
    assertThat(put(dht, second, OptionalLong.of(1)).stored()).isEqualTo(8);
    assertThat(put(dht, first, OptionalLong.empty()).lastError()).isEqualTo(302);
    assertThat(get(dht, first.target(), salt)).contains(second);
  }

  @Test
  void manyHomesShareOneTableAndAnswerEachUnderItsOwnId() {
    TinyDht dht = TinyDht.of(6, 0, 60);
    Endpoint[] homes = new Endpoint[16];
    for (int i = 0; i < homes.length; i++) {
      homes[i] = TinyDht.address(1000 + i);
    }
    MainlineNode many = dht.join(TinyDht.SETTINGS, TrafficObserver.NONE, homes);
    dht.network.run(60 * SECOND);
    assertThat(many.homes().stream().map(Contact::id).distinct()).hasSize(16);
    for (Contact home : many.homes()) {
      List<PingResult> pings = new ArrayList<>();
      dht.client(5).ping(dht.network.now(), home.endpoint(), pings::add);
      dht.network.tickSoon(dht.nodes.get(5));
      assertThat(dht.network.await(PATIENCE, () -> !pings.isEmpty())).isTrue();
      assertThat(pings.getFirst().node()).contains(home);
    }
    // Every home made itself known near its own ID.
    for (Contact home : many.homes()) {
      List<LookupResult> results = new ArrayList<>();
      dht.client(7).findNode(dht.network.now(), home.id(), results::add);
      dht.network.tickSoon(dht.nodes.get(7));
      assertThat(dht.network.await(PATIENCE, () -> !results.isEmpty())).isTrue();
      assertThat(results.getFirst().closest()).contains(home);
    }
  }

  @Test
  void readOnlyNodeAsksButIsInNobodysTable() {
    TinyDht dht = TinyDht.of(7, 0, 30);
    MainlineNode shy =
        dht.join(TinyDht.SETTINGS.asReadOnly(), TrafficObserver.NONE, TinyDht.address(500));
    dht.network.run(120 * SECOND);
    assertThat(shy.table(Family.IPV4).size()).isGreaterThan(8);
    Contact self = shy.homes().getFirst();
    for (MainlineNode node : dht.nodes) {
      assertThat(node.table(Family.IPV4).buckets())
          .noneMatch(
              bucket ->
                  bucket.entries().stream().anyMatch(entry -> entry.contact().equals(self))
                      || bucket.replacements().stream()
                          .anyMatch(entry -> entry.contact().equals(self)));
    }
    assertThat(shy.metrics().queriesAnswered()).isZero();
  }

  @Test
  void bootstrapNodeThatKnowsNobodyIsTakenIntoTheTableItself() {
    TinyDht dht = new TinyDht(9, 0);
    Endpoint rtorrent = TinyDht.address(200);
    Key id = Key.random(dht.network.random());
    dht.network.attach(new KnowsNobody(id, dht.network), rtorrent);
    MainlineNode node =
        dht.join(
            TinyDht.SETTINGS,
            new Bootstrap(List.of(rtorrent), List.of()),
            NodeState.EMPTY,
            TrafficObserver.NONE,
            TinyDht.address(0));
    assertThat(dht.network.await(PATIENCE, () -> node.table(Family.IPV4).size() == 1)).isTrue();
  }

  /** Answers pings, and all else with 201 "No nodes", as rTorrent does in its first moments. */
  private record KnowsNobody(Key id, TinyNetwork network) implements PacketHandler {
    @Override
    public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
      if (new MessageDecoder().decode(packet, length) instanceof Query query) {
        ReplyWriter reply = new ReplyWriter(ReplyWriter.DEFAULT_LIMIT);
        int size =
            query.method() == Method.PING
                ? reply.to(query, from, id).write()
                : reply.error(query, from, ErrorCode.GENERIC);
        network.send(local, from, reply.buffer(), size);
      }
      return NEVER;
    }

    @Override
    public long onTick(long now) {
      return NEVER;
    }
  }

  @Test
  void restartedNodeKeepsItsIdAndItsTableAndNeedsNoBootstrap() {
    TinyDht dht = TinyDht.of(8, 0, 40);
    MainlineNode before = dht.nodes.get(20);
    NodeState state = NodeState.decode(before.state().encode()).orElseThrow();
    dht.nodes.remove(20);
    MainlineNode after =
        dht.join(
            TinyDht.SETTINGS, Bootstrap.NONE, state, TrafficObserver.NONE, TinyDht.address(20));
    dht.network.run(5 * SECOND);
    assertThat(after.homes()).isEqualTo(before.homes());
    assertThat(after.table(Family.IPV4).size())
        .isGreaterThan(16)
        .isGreaterThanOrEqualTo(before.table(Family.IPV4).size() * 9 / 10);
  }

  @Test
  void sizeOfTheNetworkIsEstimatedWithinItsError() {
    TinyDht dht = TinyDht.of(11, 0, 100);
    List<NetworkSizeEstimate> estimates = new ArrayList<>();
    dht.client(9).estimateSize(dht.network.now(), 50, estimates::add);
    dht.network.tickSoon(dht.nodes.get(9));
    assertThat(dht.network.await(PATIENCE, () -> !estimates.isEmpty())).isTrue();
    double error = estimates.getFirst().relativeError();
    assertThat(error).isLessThan(0.06);
    // The targets are drawn from one network of only 100 nodes, hence the generous four sigma.
    assertThat(estimates.getFirst().nodes()).isCloseTo(100, within(400 * error));
  }

  @Test
  void observerHearsLookupsAndAnnounces() {
    TinyDht dht = TinyDht.of(9, 0, 20);
    Set<Key> looked = new HashSet<>();
    Set<Endpoint> announced = new HashSet<>();
    TrafficObserver observer =
        new TrafficObserver() {
          @Override
          public void onGetPeers(long now, Contact asker, Key infohash, boolean likelyBait) {
            looked.add(infohash);
          }

          @Override
          public void onAnnounce(long now, Contact announcer, Key infohash, Endpoint peer) {
            announced.add(peer);
          }
        };
    MainlineNode ears = dht.join(TinyDht.SETTINGS, observer, TinyDht.address(300));
    dht.network.run(30 * SECOND);
    Key near = ears.homes().getFirst().id().flip(100);
    List<WriteResult> written = new ArrayList<>();
    dht.client(4).announce(dht.network.now(), near, 4444, false, written::add);
    dht.network.tickSoon(dht.nodes.get(4));
    assertThat(dht.network.await(PATIENCE, () -> !written.isEmpty())).isTrue();
    assertThat(looked).contains(near);
    assertThat(announced).containsExactly(TinyDht.address(4).withPort(4444));
  }

  @Test
  void tableHealsAfterHalfOfTheNetworkHasGone() {
    TinyDht dht = TinyDht.of(10, 0.01, 50);
    for (int i = 25; i < 50; i++) {
      dht.network.detach(TinyDht.address(i));
    }
    Set<Contact> gone = new HashSet<>();
    dht.nodes.subList(25, 50).forEach(node -> gone.addAll(node.homes()));
    dht.network.run(40 * 60 * SECOND);
    for (int i = 0; i < 25; i++) {
      assertThat(dht.nodes.get(i).state().contacts())
          .hasSizeGreaterThan(12)
          .doesNotContainAnyElementsOf(gone);
    }
  }

  private static WriteResult put(TinyDht dht, StoredItem item, OptionalLong expected) {
    List<WriteResult> written = new ArrayList<>();
    dht.client(3).put(dht.network.now(), item, expected, written::add);
    dht.network.tickSoon(dht.nodes.get(3));
    assertThat(dht.network.await(PATIENCE, () -> !written.isEmpty())).isTrue();
    return written.getFirst();
  }

  private static Optional<StoredItem> get(TinyDht dht, Key target, Bytes salt) {
    List<Optional<StoredItem>> found = new ArrayList<>();
    dht.client(17).get(dht.network.now(), target, salt, found::add);
    dht.network.tickSoon(dht.nodes.get(17));
    assertThat(dht.network.await(PATIENCE, () -> !found.isEmpty())).isTrue();
    return found.getFirst();
  }

  private static Bytes value(String text) {
    return Bytes.of(new BencodeWriter(64).string(text).toArray());
  }
}
