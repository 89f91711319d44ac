package org.orbweaver.wire.krpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;

/** The packets printed in BEPs 5 and 44, and the message formats of BEPs 33, 42, 43 and 51. */
class BepExamplesTest {
  private static final Key ASKER = key("abcdefghij0123456789");
  private static final Key OTHER = key("mnopqrstuvwxyz123456");

  private final MessageDecoder decoder = new MessageDecoder();

  @Test
  void genericError() {
    ErrorReply error = (ErrorReply) decode("d1:eli201e23:A Generic Error Ocurrede1:t2:aa1:y1:ee");
    assertThat(error.code()).isEqualTo(ErrorCode.GENERIC.number());
    assertThat(error.text().text()).isEqualTo("A Generic Error Ocurred");
    assertThat(error.transaction().text()).isEqualTo("aa");
  }

  @Test
  void ping() {
    Query query = (Query) decode("d1:ad2:id20:abcdefghij0123456789e1:q4:ping1:t2:aa1:y1:qe");
    assertThat(query.method()).isEqualTo(Method.PING);
    assertThat(query.id()).isEqualTo(ASKER);
    assertThat(query.transaction().text()).isEqualTo("aa");
    assertThat(query.transactionNumber()).isEqualTo(Message.FOREIGN);
    assertThat(query.hasTarget()).isFalse();
    assertThat(query.readOnly()).isFalse();

    Reply reply = (Reply) decode("d1:rd2:id20:mnopqrstuvwxyz123456e1:t2:aa1:y1:re");
    assertThat(reply.id()).isEqualTo(OTHER);
    assertThat(reply.nodes().size()).isZero();
    assertThat(reply.hasPeers()).isFalse();
    assertThat(reply.hasSamples()).isFalse();
    assertThat(reply.ownAddress()).isNull();
  }

  @Test
  void findNode() {
    Query query =
        (Query)
            decode(
                "d1:ad2:id20:abcdefghij01234567896:target20:mnopqrstuvwxyz123456e"
                    + "1:q9:find_node1:t2:aa1:y1:qe");
    assertThat(query.method()).isEqualTo(Method.FIND_NODE);
    assertThat(query.id()).isEqualTo(ASKER);
    assertThat(query.target()).isEqualTo(OTHER);
    assertThat(query.want()).isEqualTo(Want.UNSAID);

    // The BEP's nodes are cut short: nine bytes are no node.
    Reply reply =
        (Reply) decode("d1:rd2:id20:0123456789abcdefghij5:nodes9:def456...e1:t2:aa1:y1:re");
    assertThat(reply.id()).isEqualTo(key("0123456789abcdefghij"));
    assertThat(reply.nodes().size()).isZero();
  }

  @Test
  void getPeers() {
    Query query =
        (Query)
            decode(
                "d1:ad2:id20:abcdefghij01234567899:info_hash20:mnopqrstuvwxyz123456e"
                    + "1:q9:get_peers1:t2:aa1:y1:qe");
    assertThat(query.method()).isEqualTo(Method.GET_PEERS);
    assertThat(query.target()).isEqualTo(OTHER);

    Reply peers =
        (Reply)
            decode(
                "d1:rd2:id20:abcdefghij01234567895:token8:aoeusnth"
                    + "6:valuesl6:axje.u6:idhtnmee1:t2:aa1:y1:re");
    assertThat(peers.token().text()).isEqualTo("aoeusnth");
    assertThat(peers(peers))
        .containsExactly(
            Endpoint.parse("97.120.106.101:11893"), Endpoint.parse("105.100.104.116:28269"));

    Reply nodes =
        (Reply)
            decode(
                "d1:rd2:id20:abcdefghij01234567895:nodes9:def456...5:token8:aoeusnthe"
                    + "1:t2:aa1:y1:re");
    assertThat(nodes.token().text()).isEqualTo("aoeusnth");
    assertThat(nodes.hasPeers()).isFalse();
  }

  @Test
  void announcePeer() {
    Query query =
        (Query)
            decode(
                "d1:ad2:id20:abcdefghij01234567899:info_hash20:mnopqrstuvwxyz1234564:porti6881e"
                    + "5:token8:aoeusnthe1:q13:announce_peer1:t2:aa1:y1:qe");
    assertThat(query.method()).isEqualTo(Method.ANNOUNCE_PEER);
    assertThat(query.target()).isEqualTo(OTHER);
    assertThat(query.port()).isEqualTo(6881);
    assertThat(query.impliedPort()).isFalse();
    assertThat(query.seed()).isFalse();
    assertThat(query.token().text()).isEqualTo("aoeusnth");
  }

  @Test
  void scrape() {
    Query query =
        (Query)
            decode(
                "d1:ad2:id20:abcdefghij01234567899:info_hash20:mnopqrstuvwxyz1234566:noseedi1e"
                    + "6:scrapei1ee1:q9:get_peers1:t2:aa1:y1:qe");
    assertThat(query.scrape()).isTrue();
    assertThat(query.noSeed()).isTrue();

    Reply reply =
        (Reply)
            decode(
                "d1:rd4:BFpe256:%s4:BFsd256:%s2:id20:abcdefghij0123456789e1:t2:aa1:y1:re"
                    .formatted("p".repeat(256), "s".repeat(256)));
    assertThat(reply.peerFilter().text()).isEqualTo("p".repeat(256));
    assertThat(reply.seedFilter().text()).isEqualTo("s".repeat(256));

    Reply tooShort = (Reply) decode("d1:rd4:BFpe2:pp2:id20:abcdefghij0123456789e1:t2:aa1:y1:re");
    assertThat(tooShort.peerFilter().isEmpty()).isTrue();
  }

  @Test
  void ownAddressAndReadOnly() {
    Reply reply = (Reply) decode("d2:ip6:axje.u1:rd2:id20:mnopqrstuvwxyz123456e1:t2:aa1:y1:re");
    assertThat(reply.ownAddress()).isEqualTo(Endpoint.parse("97.120.106.101:11893"));

    Query query =
        (Query) decode("d1:ad2:id20:abcdefghij0123456789e1:q4:ping2:roi1e1:t2:aa1:v4:UT011:y1:qe");
    assertThat(query.readOnly()).isTrue();
    assertThat(query.version().text()).isEqualTo("UT01");
  }

  @Test
  void sampleInfohashes() {
    Query query =
        (Query)
            decode(
                "d1:ad2:id20:abcdefghij01234567896:target20:mnopqrstuvwxyz123456e"
                    + "1:q17:sample_infohashes1:t2:aa1:y1:qe");
    assertThat(query.method()).isEqualTo(Method.SAMPLE_INFOHASHES);
    assertThat(query.target()).isEqualTo(OTHER);

    Reply reply =
        (Reply)
            decode(
                "d1:rd2:id20:abcdefghij01234567898:intervali21600e5:nodes0:3:numi77e"
                    + "7:samples40:abcdefghij0123456789mnopqrstuvwxyz123456e1:t2:aa1:y1:re");
    assertThat(reply.hasSamples()).isTrue();
    assertThat(reply.sampleCount()).isEqualTo(2);
    assertThat(reply.sample(0)).isEqualTo(ASKER);
    assertThat(reply.sample(1)).isEqualTo(OTHER);
    assertThat(reply.infohashCount()).hasValue(77);
    assertThat(reply.sampleInterval()).hasValue(21_600);
  }

  @Test
  void putOfTheSecondTestVectorOfBep44() {
    String publicKey = "77ff84905a91936367c01360803104f92432fcd904a43511876df5cdf3e7e548";
    String signature =
        "6834284b6b24c3204eb2fea824d82f88883a3d95e8b4a21b8c0ded553d17d17d"
            + "df9a8a7104b1258f30bed3787e6cb896fca78c58f8e03b5f18f14951a87d9a08";
    Query query =
        (Query)
            decode(
                "d1:ad3:casi0e2:id20:abcdefghij01234567891:k32:"
                    + latin(publicKey)
                    + "4:salt6:foobar3:seqi1e3:sig64:"
                    + latin(signature)
                    + "5:token8:aoeusnth1:v12:Hello World!e1:q3:put1:t2:aa1:y1:qe");
    assertThat(query.method()).isEqualTo(Method.PUT);
    assertThat(query.isMutablePut()).isTrue();
    assertThat(query.publicKey()).hasToString(publicKey);
    assertThat(query.signature()).hasToString(signature);
    assertThat(query.sequence()).hasValue(1);
    assertThat(query.expectedSequence()).hasValue(0);
    assertThat(query.salt().text()).isEqualTo("foobar");
    assertThat(query.value().text()).isEqualTo("12:Hello World!");
  }

  @Test
  void immutableGet() {
    Reply reply =
        (Reply)
            decode(
                "d1:rd2:id20:abcdefghij01234567895:nodes0:5:token8:aoeusnth1:v12:Hello World!e"
                    + "1:t2:aa1:y1:re");
    assertThat(reply.value().text()).isEqualTo("12:Hello World!");
    assertThat(reply.sequence()).isEmpty();
    assertThat(reply.publicKey()).isEqualTo(Bytes.EMPTY);
  }

  private Message decode(String packet) {
    byte[] bytes = packet.getBytes(ISO_8859_1);
    return decoder.decode(bytes, bytes.length);
  }

  private static List<Endpoint> peers(Reply reply) {
    List<Endpoint> peers = new ArrayList<>();
    reply.forEachPeer(peers::add);
    return peers;
  }

  private static Key key(String letters) {
    return Key.read(letters.getBytes(ISO_8859_1), 0);
  }

  private static String latin(String hex) {
    return new String(HexFormat.of().parseHex(hex), ISO_8859_1);
  }
}
