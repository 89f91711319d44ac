package org.orbweaver.wire.krpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;

/** Everything that is written is canonical and comes back from the decoder as it was meant. */
class WritersTest {
  private static final int LIMIT = ReplyWriter.DEFAULT_LIMIT;
  private static final int ROUNDS = 500;

  private final Random random = new Random(11);
  private final MessageDecoder decoder = new MessageDecoder();
  private final Canonical canonical = new Canonical();
  private final QueryWriter queries = new QueryWriter(false);
  private final ReplyWriter replies = new ReplyWriter(LIMIT);

  @Test
  void pingIsWhatBep5PrintsPlusOurVersion() {
    Key id = Key.read("abcdefghij0123456789".getBytes(ISO_8859_1), 0);
    int length = queries.ping(0x616161616161L, id);
    assertThat(new String(queries.buffer(), 0, length, ISO_8859_1))
        .isEqualTo("d1:ad2:id20:abcdefghij0123456789e1:q4:ping1:t6:aaaaaa1:v4:OW\0\0011:y1:qe");
  }

  @Test
  void queriesComeBack() {
    for (int i = 0; i < ROUNDS; i++) {
      long transaction = random.nextLong() >>> 16;
      Key id = Key.random(random);
      Key target = Key.random(random);
      Bytes token = randomBytes(random.nextInt(20));
      Want want = Want.of(random.nextBoolean(), random.nextBoolean());

      assertAsked(queries.ping(transaction, id), transaction, id, Method.PING);

      Query query =
          assertAsked(
              queries.findNode(transaction, id, target, want), transaction, id, Method.FIND_NODE);
      assertThat(query.target()).isEqualTo(target);
      assertThat(query.want()).isEqualTo(want);

      query =
          assertAsked(
              queries.sampleInfohashes(transaction, id, target, want),
              transaction,
              id,
              Method.SAMPLE_INFOHASHES);
      assertThat(query.target()).isEqualTo(target);
      assertThat(query.want()).isEqualTo(want);

      boolean one = random.nextBoolean();
      boolean two = random.nextBoolean();
      query =
          assertAsked(
              queries.getPeers(transaction, id, target, want, one, two),
              transaction,
              id,
              Method.GET_PEERS);
      assertThat(query.target()).isEqualTo(target);
      assertThat(query.noSeed()).isEqualTo(one);
      assertThat(query.scrape()).isEqualTo(two);

      int port = random.nextInt(65_536);
      query =
          assertAsked(
              queries.announcePeer(transaction, id, target, port, one, two, token),
              transaction,
              id,
              Method.ANNOUNCE_PEER);
      assertThat(query.target()).isEqualTo(target);
      assertThat(query.port()).isEqualTo(port);
      assertThat(query.impliedPort()).isEqualTo(one);
      assertThat(query.seed()).isEqualTo(two);
      assertThat(query.token()).isEqualTo(token);

      OptionalLong number = one ? OptionalLong.of(random.nextLong()) : OptionalLong.empty();
      query =
          assertAsked(
              queries.get(transaction, id, target, number, want), transaction, id, Method.GET);
      assertThat(query.target()).isEqualTo(target);
      assertThat(query.sequence()).isEqualTo(number);

      Bytes value = bencoded(random.nextInt(990));
      query = assertAsked(queries.put(transaction, id, token, value), transaction, id, Method.PUT);
      assertThat(query.isMutablePut()).isFalse();
      assertThat(query.value()).isEqualTo(value);

      MutableItem item = item(value);
      query =
          assertAsked(
              queries.put(transaction, id, token, item, number), transaction, id, Method.PUT);
      assertThat(query.isMutablePut()).isTrue();
      assertThat(query.publicKey()).isEqualTo(item.publicKey());
      assertThat(query.salt()).isEqualTo(item.salt());
      assertThat(query.sequence()).hasValue(item.sequence());
      assertThat(query.signature()).isEqualTo(item.signature());
      assertThat(query.expectedSequence()).isEqualTo(number);
      assertThat(query.token()).isEqualTo(token);
      assertThat(query.value()).isEqualTo(item.value());
    }
  }

  @Test
  void readOnlyQueriesSaySo() {
    QueryWriter readOnly = new QueryWriter(true);
    int length = readOnly.ping(1, Key.ZERO);
    canonical.check(readOnly.buffer(), length);
    assertThat(((Query) decoder.decode(readOnly.buffer(), length)).readOnly()).isTrue();
  }

  @Test
  void nodesOfBothFamiliesComeBackInOrder() {
    for (int i = 0; i < ROUNDS; i++) {
      Query query = anyQuery();
      Contact[] contacts = contacts(random.nextInt(17));
      Endpoint asker = endpoint();
      Key id = Key.random(random);
      boolean ipv4 = random.nextBoolean();
      Want want = Want.of(ipv4, !ipv4 || random.nextBoolean());
      int length = replies.to(query, asker, id).nodes(want, contacts, contacts.length).write();
      Reply reply = assertReplied(length, query);
      assertThat(reply.id()).isEqualTo(id);
      assertThat(reply.ownAddress()).isEqualTo(asker);
      assertThat(list(reply.nodes())).isEqualTo(of(contacts, want.ipv4(), true));
      assertThat(list(reply.nodes6())).isEqualTo(of(contacts, want.ipv6(), false));
    }
  }

  @Test
  void repliesWithEverythingStayBelowTheLimit() {
    for (int i = 0; i < ROUNDS; i++) {
      Query query = anyQuery();
      Contact[] contacts = contacts(random.nextInt(17));
      Endpoint[] peers = new Endpoint[random.nextInt(300)];
      Arrays.setAll(peers, _ -> endpoint());
      Bytes token = randomBytes(1 + random.nextInt(20));
      replies.to(query, endpoint(), Key.random(random)).nodes(Want.BOTH, contacts, contacts.length);
      replies.token(token).peers(peers, peers.length);
      Bytes seeds = randomBytes(256);
      Bytes others = randomBytes(256);
      boolean scrape = random.nextBoolean();
      if (scrape) {
        replies.filters(seeds, others);
      }
      Reply reply = assertReplied(replies.write(), query);
      assertThat(reply.token()).isEqualTo(token);
      assertThat(reply.seedFilter()).isEqualTo(scrape ? seeds : Bytes.EMPTY);
      assertThat(reply.peerFilter()).isEqualTo(scrape ? others : Bytes.EMPTY);
      List<Endpoint> told = new ArrayList<>();
      reply.forEachPeer(told::add);
      assertThat(told).isEqualTo(Arrays.asList(peers).subList(0, told.size()));
    }
  }

  @Test
  void peersFillTheReplyUpToTheLimit() {
    Endpoint[] peers = new Endpoint[1_000];
    Arrays.fill(peers, Endpoint.parse("192.0.2.1:6881"));
    int length = replies.to(anyQuery(), null, Key.ZERO).peers(peers, peers.length).write();
    assertThat(length).isBetween(LIMIT - 100, LIMIT);
  }

  @Test
  void samplesComeBack() {
    for (int i = 0; i < ROUNDS; i++) {
      Query query = anyQuery();
      Key[] samples = new Key[random.nextInt(100)];
      Arrays.setAll(samples, _ -> Key.random(random));
      Contact[] contacts = contacts(16);
      int length =
          replies
              .to(query, endpoint(), Key.ZERO)
              .nodes(Want.BOTH, contacts, 16)
              .samples(samples, samples.length, 21_600, 1_000_000)
              .write();
      Reply reply = assertReplied(length, query);
      assertThat(reply.hasSamples()).isTrue();
      assertThat(reply.sampleInterval()).hasValue(21_600);
      assertThat(reply.infohashCount()).hasValue(1_000_000);
      assertThat(reply.sampleCount()).isBetween(Math.min(samples.length, 30), samples.length);
      for (int s = 0; s < reply.sampleCount(); s++) {
        assertThat(reply.sample(s)).isEqualTo(samples[s]);
      }
    }
  }

  @Test
  void storedValuesComeBackAndLeaveOutNodesRatherThanExceedTheLimit() {
    for (int i = 0; i < ROUNDS; i++) {
      Query query = anyQuery();
      MutableItem item = item(bencoded(996));
      Contact[] contacts = contacts(16);
      Bytes token = randomBytes(8);
      int length =
          replies
              .to(query, endpoint(), Key.ZERO)
              .nodes(Want.BOTH, contacts, 16)
              .token(token)
              .item(item)
              .write();
      Reply reply = assertReplied(length, query);
      assertThat(reply.publicKey()).isEqualTo(item.publicKey());
      assertThat(reply.signature()).isEqualTo(item.signature());
      assertThat(reply.sequence()).hasValue(item.sequence());
      assertThat(reply.value()).isEqualTo(item.value());
      assertThat(reply.token()).isEqualTo(token);

      length = replies.to(query, endpoint(), Key.ZERO).value(item.value()).write();
      assertThat(assertReplied(length, query).value()).isEqualTo(item.value());
      length = replies.to(query, endpoint(), Key.ZERO).sequence(7).write();
      assertThat(assertReplied(length, query).sequence()).hasValue(7);
    }
  }

  @Test
  void partsOfOneReplyDoNotLeakIntoTheNext() {
    Query query = anyQuery();
    Endpoint[] peers = {endpoint()};
    replies.to(query, endpoint(), Key.ZERO).nodes(Want.BOTH, contacts(8), 8).peers(peers, 1);
    replies.token(randomBytes(8)).filters(randomBytes(256), randomBytes(256)).write();
    replies.to(query, endpoint(), Key.ZERO).item(item(bencoded(5))).write();
    replies.to(query, endpoint(), Key.ZERO).samples(new Key[] {Key.MAX}, 1, 5, 6).write();
    int length = replies.to(query, null, Key.MAX).write();
    assertThat(new String(replies.buffer(), 0, length, ISO_8859_1))
        .startsWith("d1:rd2:id20:" + "\u00ff".repeat(20) + "e1:t");
  }

  @Test
  void aValueThatCannotFitIsRefused() {
    replies.to(anyQuery(), null, Key.ZERO).value(bencoded(1_500));
    assertThatThrownBy(replies::write).hasMessageContaining("exceeds a reply of 1400 bytes");
  }

  @Test
  void errorsComeBack() {
    for (ErrorCode code : ErrorCode.values()) {
      Query query = anyQuery();
      int length = replies.error(query, endpoint(), code);
      canonical.check(replies.buffer(), length);
      ErrorReply error = (ErrorReply) decoder.decode(replies.buffer(), length);
      assertThat(error.code()).isEqualTo(code.number());
      assertThat(error.text().isEmpty()).isFalse();
      assertThat(error.transaction()).isEqualTo(query.transaction());
    }
  }

  private Query assertAsked(int length, long transaction, Key id, Method method) {
    canonical.check(queries.buffer(), length);
    Query query = (Query) decoder.decode(queries.buffer(), length);
    assertThat(query.method()).isEqualTo(method);
    assertThat(query.id()).isEqualTo(id);
    assertThat(query.transactionNumber()).isEqualTo(transaction);
    assertThat(query.readOnly()).isFalse();
    return query;
  }

  private Reply assertReplied(int length, Query query) {
    assertThat(length).isLessThanOrEqualTo(LIMIT);
    canonical.check(replies.buffer(), length);
    Reply reply = (Reply) decoder.decode(replies.buffer(), length);
    assertThat(reply.transaction()).isEqualTo(query.transaction());
    return reply;
  }

  /** A ping with a transaction of 0 to 32 bytes. */
  private Query anyQuery() {
    byte[] packet =
        new BencodeWriter(100)
            .beginDictionary()
            .string("a")
            .beginDictionary()
            .string("id")
            .string(Key.random(random))
            .end()
            .string("q")
            .string("ping")
            .string("t")
            .string(randomBytes(random.nextInt(33)))
            .end()
            .toArray();
    return (Query) decoder.decode(packet, packet.length);
  }

  private MutableItem item(Bytes value) {
    return new MutableItem(
        randomBytes(32),
        randomBytes(random.nextInt(65)),
        random.nextLong(),
        randomBytes(64),
        value);
  }

  private Contact[] contacts(int count) {
    Contact[] contacts = new Contact[count];
    Arrays.setAll(contacts, _ -> new Contact(Key.random(random), endpoint()));
    return contacts;
  }

  private Endpoint endpoint() {
    int port = random.nextInt(65_536);
    return random.nextBoolean()
        ? Endpoint.v4(random.nextInt(), port)
        : Endpoint.v6(random.nextLong() | 1L << 61, random.nextLong(), port);
  }

  private static List<Contact> of(Contact[] contacts, boolean wanted, boolean ipv4) {
    return Arrays.stream(contacts)
        .filter(contact -> wanted && contact.endpoint().isIpv4() == ipv4)
        .toList();
  }

  private static List<Contact> list(CompactNodes nodes) {
    List<Contact> contacts = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      contacts.add(nodes.contact(i));
    }
    return contacts;
  }

  private Bytes bencoded(int length) {
    return Bytes.of(new BencodeWriter(1_000).string(randomBytes(length)).toArray());
  }

  private Bytes randomBytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Bytes.of(bytes);
  }
}
