package org.orbweaver.mainline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.mainline.TinyNetwork.SECOND;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.EntryView;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;
import org.orbweaver.wire.PacketHandler;

/** What others may do to a node, and what comes of it. */
class HostileNodesTest {
  private static final Endpoint LIAR = Endpoint.parse("99.1.1.1:6881");

  /** A host that answers queries with text made from the text of the query. */
  private record Scripted(TinyNetwork network, UnaryOperator<String> results)
      implements PacketHandler {
    @Override
    public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
      String query = new String(packet, 0, length, ISO_8859_1);
      if (query.endsWith("1:y1:qe")) {
        String transaction = after(query, "1:t6:", 6);
        String reply = "d1:rd" + results.apply(query) + "e1:t6:" + transaction + "1:y1:re";
        byte[] bytes = reply.getBytes(ISO_8859_1);
        network.send(local, from, bytes, bytes.length);
      }
      return NEVER;
    }

    @Override
    public long onTick(long now) {
      return NEVER;
    }
  }

  @Test
  void nodeThatClaimsToBeWhateverIsLookedForIsBannedAndForgotten() {
    TinyDht dht = TinyDht.of(21, 0, 40);
    // It calls itself one bit different from every target it is asked for.
    Scripted liar =
        new Scripted(
            dht.network,
            query -> {
              String target = target(query);
              String id = target == null ? "q".repeat(20) : target.substring(0, 19) + "!";
              return "2:id20:" + id + "5:nodes0:";
            });
    dht.network.attach(liar, LIAR);
    MainlineNode victim = dht.nodes.get(7);
    Contact disguise = new Contact(Key.read("q".repeat(20).getBytes(ISO_8859_1), 0), LIAR);
    victim.table(Family.IPV4).onReply(dht.network.now(), disguise, SECOND);
    for (int i = 0; i < 5; i++) {
      List<LookupResult> results = new ArrayList<>();
      Key target = disguise.id().flip(40 + i);
      TinyDht.client(victim).findNode(dht.network.now(), target, results::add);
      dht.network.tickSoon(victim);
      dht.network.await(60 * SECOND, () -> !results.isEmpty());
      assertThat(results.getFirst().closest()).noneMatch(node -> node.endpoint().equals(LIAR));
    }
    assertThat(victim.table(Family.IPV4).entries())
        .noneMatch(entry -> entry.contact().endpoint().equals(LIAR));
    assertThat(victim.metrics().liars()).isEqualTo(1);
  }

  @Test
  void nodeThatTellsEveryHomeAnotherIdIsCaughtByAskingAgain() {
    TinyDht dht = TinyDht.of(22, 0, 30);
    Scripted liar =
        new Scripted(
            dht.network,
            query -> "2:id20:" + latin(Key.random(dht.network.random())) + "5:nodes0:");
    dht.network.attach(liar, LIAR);
    MainlineNode victim =
        dht.join(
            TinyDht.SETTINGS, TrafficObserver.NONE, TinyDht.address(200), TinyDht.address(201));
    dht.network.run(30 * SECOND);
    Contact disguise = new Contact(Key.random(dht.network.random()), LIAR);
    victim.table(Family.IPV4).onReply(dht.network.now(), disguise, SECOND);
    List<LookupResult> results = new ArrayList<>();
    TinyDht.client(victim).findNode(dht.network.now(), disguise.id().flip(100), results::add);
    dht.network.tickSoon(victim);
    dht.network.run(60 * SECOND);
    assertThat(victim.metrics().liars()).isEqualTo(1);
    List<PingResult> pings = new ArrayList<>();
    assertThat(TinyDht.client(victim).ping(dht.network.now(), LIAR, pings::add)).isFalse();
  }

  @Test
  void nodeThatClaimsOurOwnIdIsBanned() {
    TinyDht dht = TinyDht.of(23, 0, 10);
    MainlineNode victim = dht.nodes.get(3);
    String ourId = latin(victim.homes().getFirst().id());
    dht.network.attach(new Scripted(dht.network, _ -> "2:id20:" + ourId), LIAR);
    List<PingResult> pings = new ArrayList<>();
    TinyDht.client(victim).ping(dht.network.now(), LIAR, pings::add);
    dht.network.run(5 * SECOND);
    assertThat(pings.getFirst().node()).isEmpty();
    assertThat(TinyDht.client(victim).ping(dht.network.now(), LIAR, pings::add)).isFalse();
  }

  @Test
  void repliesOfAContactWhoseAddressSomebodyForgesAreHeard() {
    TinyDht dht = TinyDht.of(26, 0, 20);
    MainlineNode victim = dht.nodes.get(7);
    Contact contact = victim.table(Family.IPV4).entries().getFirst().contact();
    byte[] forged =
        ("d1:ad2:id20:" + "f".repeat(20) + "e1:q4:ping1:t2:aa1:y1:qe").getBytes(ISO_8859_1);
    Endpoint home = victim.homes().getFirst().endpoint();
    List<PingResult> pings = new ArrayList<>();
    for (int second = 0; second < 20; second++) {
      for (int i = 0; i < 200; i++) {
        dht.network.send(contact.endpoint(), home, forged, forged.length);
      }
      TinyDht.client(victim).ping(dht.network.now(), contact.endpoint(), pings::add);
      dht.network.run(SECOND);
    }
    dht.network.run(20 * SECOND);
    assertThat(victim.metrics().flooding()).isGreaterThan(3_000);
    assertThat(pings).hasSize(20).allMatch(ping -> ping.node().isPresent());
    assertThat(victim.table(Family.IPV4).entries())
        .anyMatch(entry -> entry.contact().equals(contact));
  }

  @Test
  void eclipseByThirtyTwoIdsAroundOursLeavesTheTableHonest() {
    TinyDht dht = TinyDht.of(24, 0, 100);
    MainlineNode victim = dht.nodes.get(50);
    Key ours = victim.homes().getFirst().id();
    Set<Endpoint> attackers = new HashSet<>();
    for (int i = 0; i < 32; i++) {
      Endpoint address = Endpoint.v4(0x63000001 + (i << 8), 6881);
      attackers.add(address);
      String id = latin(ours.prefixThen(32, Key.random(dht.network.random())));
      StringBuilder friends = new StringBuilder();
      for (int k = 0; k < 8; k++) {
        friends.append(latin(ours.prefixThen(32, Key.random(dht.network.random()))));
        friends.append("c").append((char) 0).append((char) ((i + k) % 32)).append("\1");
        friends.append((char) (6881 >> 8)).append((char) (6881 & 0xFF));
      }
      dht.network.attach(
          new Scripted(dht.network, _ -> "2:id20:" + id + "5:nodes208:" + friends), address);
      // Each of them keeps asking the victim, to be noticed.
      byte[] query = ("d1:ad2:id20:" + id + "e1:q4:ping1:t2:aa1:y1:qe").getBytes(ISO_8859_1);
      for (int second = 0; second < 600; second += 5) {
        dht.network.at(
            dht.network.now() + second * SECOND,
            () ->
                dht.network.send(
                    address, victim.homes().getFirst().endpoint(), query, query.length));
      }
    }
    dht.network.run(1200 * SECOND);
    List<EntryView> entries = victim.table(Family.IPV4).entries();
    long hostile = entries.stream().filter(e -> attackers.contains(e.contact().endpoint())).count();
    assertThat(hostile).isLessThanOrEqualTo(8);
    assertThat((double) hostile / entries.size()).isLessThan(0.25);
  }

  @Test
  void homeBehindTranslationTakesAnIdThatFitsTheAddressOthersSee() {
    TinyNetwork network = new TinyNetwork(25, 0);
    Endpoint seen = Endpoint.parse("81.9.9.9:6881");
    String seenBytes = new String(new char[] {81, 9, 9, 9, 6881 >> 8, 6881 & 0xFF});
    List<Endpoint> others = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Endpoint address = TinyDht.address(i);
      String id = latin(Key.random(network.random()));
      others.add(address);
      network.attach(
          new PacketHandler() {
            @Override
            public long onPacket(
                long now, Endpoint local, Endpoint from, byte[] packet, int length) {
              String transaction = after(new String(packet, 0, length, ISO_8859_1), "1:t6:", 6);
              byte[] reply =
                  ("d2:ip6:" + seenBytes + "1:rd2:id20:" + id + "e1:t6:" + transaction + "1:y1:re")
                      .getBytes(ISO_8859_1);
              network.send(local, from, reply, reply.length);
              return NEVER;
            }

            @Override
            public long onTick(long now) {
              return NEVER;
            }
          },
          address);
    }
    Endpoint local = Endpoint.parse("192.168.1.5:6881");
    MainlineNode node =
        new MainlineNode(
            network.now(),
            TinyDht.SETTINGS,
            List.of(local),
            new Bootstrap(others.subList(0, 4), List.of()),
            NodeState.EMPTY,
            TrafficObserver.NONE,
            network,
            network.random());
    network.attach(node, local);
    for (Endpoint other : others) {
      TinyDht.client(node).ping(network.now(), other, _ -> {});
    }
    Key before = node.homes().getFirst().id();
    network.run(60 * SECOND);
    Key after = node.homes().getFirst().id();
    assertThat(after).isNotEqualTo(before);
    assertThat(SecureId.conforms(after, seen)).isTrue();
    assertThat(node.table(Family.IPV4).localIds()).containsExactly(after);
  }

  private static String after(String text, String mark, int length) {
    int start = text.indexOf(mark) + mark.length();
    return text.substring(start, start + length);
  }

  private static @Nullable String target(String query) {
    return query.contains("6:target20:") ? after(query, "6:target20:", 20) : null;
  }

  private static String latin(Key key) {
    return new String(key.toBytes(), ISO_8859_1);
  }
}
