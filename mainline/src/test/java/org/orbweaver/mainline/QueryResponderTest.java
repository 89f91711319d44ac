package org.orbweaver.mainline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** What a node answers, packet by packet. */
class QueryResponderTest {
  private static final Endpoint FIRST_HOME = Endpoint.parse("11.0.0.1:6881");
  private static final Endpoint SECOND_HOME = Endpoint.parse("11.0.1.1:6881");
  private static final Endpoint IPV6_HOME = Endpoint.parse("[2a00:1::1]:6881");
  private static final Endpoint ASKER = Endpoint.parse("81.2.3.4:5555");
  private static final String ASKER_ID = "abcdefghij0123456789";
  private static final String TARGET = "mnopqrstuvwxyz123456";

  private record Sent(Endpoint from, Endpoint to, String packet) {}

  private final List<Sent> sent = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(5);
  private long now = 1_700_000_000_000_000_000L;
  private Key offered = Key.ZERO;
  private final MainlineNode node = node(MainlineSettings.PUBLIC);

  @Test
  void pingIsAnsweredFromTheHomeThatWasAskedUnderItsId() {
    String first = ask(FIRST_HOME, query("ping", ""));
    assertThat(first).contains("2:id20:" + latin(idOf(FIRST_HOME))).endsWith("1:y1:re");
    assertThat(first).contains("1:t2:aa");
    String second = ask(SECOND_HOME, query("ping", ""));
    assertThat(second).contains("2:id20:" + latin(idOf(SECOND_HOME)));
    assertThat(sent.getFirst().from()).isEqualTo(FIRST_HOME);
    assertThat(sent.getLast().from()).isEqualTo(SECOND_HOME);
  }

  @Test
  void packetToAnAddressThatIsNotOursIsIgnored() {
    deliver(FIRST_HOME.withPort(1), ASKER, query("ping", ""));
    assertThat(sent).isEmpty();
    assertThat(node.metrics().notForUs()).isEqualTo(1);
  }

  @Test
  void askerIsToldItsOwnAddress() {
    String bytes = new String(new char[] {81, 2, 3, 4, 5555 >> 8, 5555 & 0xFF});
    assertThat(ask(FIRST_HOME, query("ping", ""))).startsWith("d2:ip6:" + bytes);
  }

  @Test
  void nodesAreToldInTheFamiliesThatAreWanted() {
    learn(FIRST_HOME, "11.9.9.9:1000");
    learn(IPV6_HOME, "[2a00:9::9]:1000");
    assertThat(ask(FIRST_HOME, query("find_node", "6:target20:" + TARGET)))
        .contains("5:nodes26:")
        .doesNotContain("nodes6");
    assertThat(ask(FIRST_HOME, query("find_node", "6:target20:" + TARGET + "4:wantl2:n6e")))
        .contains("6:nodes638:")
        .doesNotContain("5:nodes");
    assertThat(ask(FIRST_HOME, query("find_node", "6:target20:" + TARGET + "4:wantl2:n42:n6e")))
        .contains("5:nodes26:")
        .contains("6:nodes638:");
    deliver(IPV6_HOME, Endpoint.parse("[2a00:5::5]:7"), query("find_node", "6:target20:" + TARGET));
    assertThat(sent.getLast().packet()).contains("6:nodes638:").doesNotContain("5:nodes");
  }

  @Test
  void unknownMethodWithATargetIsAnsweredLikeFindNodeAndWithoutIsError204() {
    assertThat(ask(FIRST_HOME, query("new_thing", "6:target20:" + TARGET))).contains("5:nodes0:");
    assertThat(ask(FIRST_HOME, query("new_thing", ""))).contains("1:eli204e").endsWith("1:y1:ee");
  }

  @Test
  void queryWithoutItsArgumentsIsError203() {
    assertThat(ask(FIRST_HOME, query("find_node", ""))).contains("1:eli203e");
    assertThat(ask(FIRST_HOME, query("find_node", "6:target3:abc"))).contains("1:eli203e");
    assertThat(ask(FIRST_HOME, "d1:ade1:q4:ping1:t2:aa1:y1:qe")).contains("1:eli203e");
  }

  @Test
  void noiseAndRepliesToNothingAreNotAnswered() {
    deliver(FIRST_HOME, ASKER, "hello");
    deliver(FIRST_HOME, ASKER, "d1:rd2:id20:" + ASKER_ID + "e1:t2:aa1:y1:re");
    deliver(FIRST_HOME, ASKER, "d1:eli201e5:wronge1:t2:aa1:y1:ee");
    assertThat(sent).isEmpty();
    assertThat(node.metrics().repliesUnasked()).isEqualTo(2);
  }

  @Test
  void announceNeedsTheTokenGivenToThatAddress() {
    String token = token(ask(FIRST_HOME, query("get_peers", "9:info_hash20:" + TARGET)));
    String announce = "9:info_hash20:" + TARGET + "4:porti7777e5:token8:";
    assertThat(ask(FIRST_HOME, query("announce_peer", announce + "........")))
        .contains("1:eli203e");
    deliver(FIRST_HOME, Endpoint.parse("82.1.1.1:5"), query("announce_peer", announce + token));
    assertThat(sent.getLast().packet()).contains("1:eli203e");
    assertThat(ask(FIRST_HOME, query("announce_peer", announce + token))).endsWith("1:y1:re");
    // Stored for all homes of the family, at once, with the announced port.
    String peer = "6:" + new String(new char[] {81, 2, 3, 4, 7777 >> 8, 7777 & 0xFF});
    assertThat(ask(SECOND_HOME, query("get_peers", "9:info_hash20:" + TARGET)))
        .contains("6:valuesl" + peer + "e");
    // The other DHT knows nothing of it.
    Endpoint asker6 = Endpoint.parse("[2a00:5::5]:7");
    deliver(IPV6_HOME, asker6, query("get_peers", "9:info_hash20:" + TARGET));
    assertThat(sent.getLast().packet()).doesNotContain("values");
  }

  @Test
  void impliedPortMeansThePortThePacketCameFrom() {
    String token = token(ask(FIRST_HOME, query("get_peers", "9:info_hash20:" + TARGET)));
    ask(
        FIRST_HOME,
        query(
            "announce_peer",
            "12:implied_porti1e9:info_hash20:" + TARGET + "4:porti1e5:token8:" + token));
    String peer = "6:" + new String(new char[] {81, 2, 3, 4, 5555 >> 8, 5555 & 0xFF});
    assertThat(ask(FIRST_HOME, query("get_peers", "9:info_hash20:" + TARGET))).contains(peer);
  }

  @Test
  void weNameOurselvesOnlyForTheTorrentsWeOffer() {
    offered = Key.read(TARGET.getBytes(ISO_8859_1), 0);
    String ours = "6:valuesl6:" + new String(new char[] {11, 0, 1, 1, 4444 >> 8, 4444 & 0xFF});
    assertThat(ask(SECOND_HOME, query("get_peers", "9:info_hash20:" + TARGET)))
        .contains(ours + "e")
        .contains("5:nodes")
        .contains("5:token8:");
    assertThat(ask(SECOND_HOME, query("get_peers", "9:info_hash20:" + ASKER_ID)))
        .doesNotContain("values");
    // Beside the peers that announced themselves.
    String token = token(ask(SECOND_HOME, query("get_peers", "9:info_hash20:" + TARGET)));
    String announce = "9:info_hash20:" + TARGET + "4:porti7777e5:token8:" + token;
    ask(SECOND_HOME, query("announce_peer", announce));
    String peer = "6:" + new String(new char[] {81, 2, 3, 4, 7777 >> 8, 7777 & 0xFF});
    assertThat(ask(SECOND_HOME, query("get_peers", "9:info_hash20:" + TARGET)))
        .contains("6:valuesl" + peer + ours.substring("6:valuesl".length()) + "e");
  }

  @Test
  void scrapeBringsBothFiltersIfTheSwarmIsKnown() {
    String scrape = "9:info_hash20:" + TARGET + "6:scrapei1e";
    String before = ask(FIRST_HOME, query("get_peers", scrape));
    assertThat(before).doesNotContain("BFsd");
    String announce = "9:info_hash20:" + TARGET + "4:porti7777e4:seedi1e5:token8:";
    ask(FIRST_HOME, query("announce_peer", announce + token(before)));
    assertThat(ask(FIRST_HOME, query("get_peers", scrape)))
        .contains("4:BFpe256:")
        .contains("4:BFsd256:");
  }

  @Test
  void samplesAreGivenEvenIfThereAreNone() {
    assertThat(ask(FIRST_HOME, query("sample_infohashes", "6:target20:" + TARGET)))
        .contains("8:intervali0e")
        .contains("3:numi0e")
        .contains("7:samples0:");
  }

  @Test
  void floodingAddressIsCutOffAndOthersAreServed() {
    for (int i = 0; i < 1000; i++) {
      deliver(FIRST_HOME, ASKER, query("ping", ""));
    }
    assertThat(sent).hasSize(100);
    assertThat(node.metrics().flooding()).isEqualTo(900);
    deliver(FIRST_HOME, Endpoint.parse("82.1.1.1:5"), query("ping", ""));
    assertThat(sent).hasSize(101);
    now += 1_000_000_000L;
    ask(FIRST_HOME, query("ping", ""));
    assertThat(sent).hasSize(102);
  }

  @Test
  void forgedSignaturesCostAnAddressItsRightToPut() {
    String token = token(ask(FIRST_HOME, query("get", "6:target20:" + TARGET)));
    int checked = 0;
    for (int i = 0; i < 60; i++) {
      String item = "1:k32:" + "k".repeat(32) + "3:seqi1e3:sig64:" + "s".repeat(64);
      String answer = ask(FIRST_HOME, query("put", item + "5:token8:" + token + "1:v1:x"));
      checked += answer.contains("1:eli206e") ? 1 : 0;
    }
    assertThat(checked).isEqualTo(20);
  }

  @Test
  void whoeverAsksIsRememberedUnlessReadOnly() {
    ask(FIRST_HOME, query("ping", ""));
    deliver(
        FIRST_HOME,
        Endpoint.parse("82.1.1.1:5"),
        "d1:ad2:id20:zzzzzzzzzzzzzzzzzzzze1:q4:ping2:roi1e1:t2:aa1:y1:qe");
    List<Contact> strangers = node.table(Family.IPV4).questionable(now);
    assertThat(strangers)
        .containsExactly(new Contact(Key.read(ASKER_ID.getBytes(ISO_8859_1), 0), ASKER));
  }

  @Test
  void readOnlyNodeAnswersNothing() {
    MainlineNode shy = node(MainlineSettings.PUBLIC.asReadOnly());
    byte[] packet = query("ping", "").getBytes(ISO_8859_1);
    shy.onPacket(now, FIRST_HOME, ASKER, packet, packet.length);
    assertThat(sent).isEmpty();
  }

  private MainlineNode node(MainlineSettings settings) {
    return new MainlineNode(
        now,
        settings.inMiniature(),
        List.of(FIRST_HOME, SECOND_HOME, IPV6_HOME),
        Bootstrap.NONE,
        NodeState.EMPTY,
        TrafficObserver.NONE,
        (time, infohash) -> infohash.equals(offered) ? 4444 : 0,
        (local, to, packet, length) ->
            sent.add(new Sent(local, to, new String(packet, 0, length, ISO_8859_1))),
        random);
  }

  private void learn(Endpoint home, String contact) {
    Contact known = new Contact(Key.random(random), Endpoint.parse(contact));
    node.table(Family.of(home)).onReply(now, known, 1);
  }

  private String ask(Endpoint home, String packet) {
    deliver(home, ASKER, packet);
    return sent.getLast().packet();
  }

  private void deliver(Endpoint home, Endpoint from, String packet) {
    byte[] bytes = packet.getBytes(ISO_8859_1);
    node.onPacket(now, home, from, bytes, bytes.length);
  }

  private static String query(String method, String arguments) {
    return "d1:ad2:id20:%s%se1:q%d:%s1:t2:aa1:y1:qe"
        .formatted(ASKER_ID, arguments, method.length(), method);
  }

  private static String token(String reply) {
    int start = reply.indexOf("5:token8:") + 9;
    return reply.substring(start, start + 8);
  }

  private Key idOf(Endpoint home) {
    return node.homes().stream()
        .filter(one -> one.endpoint().equals(home))
        .map(Contact::id)
        .findFirst()
        .orElseThrow();
  }

  private static String latin(Key key) {
    return new String(key.toBytes(), ISO_8859_1);
  }
}
