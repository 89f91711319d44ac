package org.orbweaver.wire.krpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients in the wild and attackers send. */
class MalformedPacketsTest {
  private static final String ID = "2:id20:abcdefghij0123456789";

  private final MessageDecoder decoder = new MessageDecoder();

  @ParameterizedTest
  @CsvSource({
    "'', NOT_BENCODED, false",
    "hello, NOT_BENCODED, false",
    "i1e, NOT_BENCODED, false",
    "le, NOT_BENCODED, false",
    "de, BAD_TRANSACTION, false",
    "d1:y1:q, NOT_BENCODED, false",
    "d1:ad<ID>e1:q4:ping1:y1:qe, BAD_TRANSACTION, false",
    "d1:ad<ID>e1:q4:ping1:ti5e1:y1:qe, BAD_TRANSACTION, false",
    "d1:ad<ID>e1:q4:ping1:t33:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1:y1:qe, BAD_TRANSACTION, false",
    "d1:t2:aae, UNKNOWN_KIND, false",
    "d1:t2:aa1:y1:xe, UNKNOWN_KIND, false",
    "d1:q4:ping1:t2:aa1:y1:qe, NO_BODY, true",
    "d1:ad<ID>e1:t2:aa1:y1:qe, NO_BODY, true",
    "d1:ale1:q4:ping1:t2:aa1:y1:qe, NO_BODY, true",
    "d1:t2:aa1:y1:re, NO_BODY, false",
    "d1:t2:aa1:y1:ee, NO_BODY, false",
    "d1:rde1:t2:aa1:y1:re, BAD_ID, false",
    "d1:rd2:id3:abce1:t2:aa1:y1:re, BAD_ID, false",
    "d1:rd2:id21:abcdefghij0123456789xe1:t2:aa1:y1:re, BAD_ID, false",
    "d1:ad2:idi7ee1:q4:ping1:t2:aa1:y1:qe, BAD_ID, true",
    "d1:ad<ID>e1:q9:find_node1:t2:aa1:y1:qe, BAD_ARGUMENTS, true",
    "d1:ad<ID>6:target3:abce1:q9:find_node1:t2:aa1:y1:qe, BAD_ARGUMENTS, true",
    "d1:ad<ID>e1:q9:get_peers1:t2:aa1:y1:qe, BAD_ARGUMENTS, true",
    "d1:ad<ID>9:info_hash20:abcdefghij01234567895:token1:xe1:q13:announce_peer1:t2:aae,"
        + " BAD_ARGUMENTS, true",
    "d1:ad<ID>5:token1:xe1:q3:put1:t2:aa1:y1:qe, BAD_ARGUMENTS, true",
    "d1:ad<ID>1:k32:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5:token1:x1:vlee1:q3:put1:t2:aae,"
        + " BAD_ARGUMENTS, true"
  })
  void reasonIsTold(String packet, Malformed.Reason reason, boolean answerable) {
    Malformed malformed = (Malformed) decode(packet.replace("<ID>", ID));
    assertThat(malformed.reason()).isEqualTo(reason);
    assertThat(malformed.isAnswerable()).isEqualTo(answerable);
  }

  @Test
  void answerableMalformedQueryGetsItsTransactionBack() {
    Message malformed = decode("d1:ad" + ID + "e1:q9:find_node1:t2:aa1:y1:qe");
    ReplyWriter writer = new ReplyWriter(ReplyWriter.DEFAULT_LIMIT);
    int length = writer.error(malformed, null, ErrorCode.PROTOCOL);
    assertThat(new String(writer.buffer(), 0, length, ISO_8859_1))
        .isEqualTo("d1:eli203e14:Protocol errore1:t2:aa1:v4:OW\0\0011:y1:ee");
  }

  @ParameterizedTest
  @CsvSource({
    "d1:eli203e3:bade1:t2:aa1:y1:ee, 203, bad",
    "d1:ele1:t2:aa1:y1:ee, 0, ''",
    "d1:eli203ee1:t2:aa1:y1:ee, 203, ''",
    "d1:el3:badi203ee1:t2:aa1:y1:ee, 0, ''",
    "d1:eli203ei204ee1:t2:aa1:y1:ee, 203, ''",
    "d1:eli203e3:badi1ee1:t2:aa1:y1:ee, 203, bad"
  })
  void oddErrorListsAreStillErrors(String packet, long code, String text) {
    ErrorReply error = (ErrorReply) decode(packet);
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.text().text()).isEqualTo(text);
  }

  @Test
  void missingKindIsInferredFromTheBody() {
    assertThat(decode("d1:ad" + ID + "e1:q4:ping1:t2:aae")).isInstanceOf(Query.class);
    assertThat(decode("d1:rd" + ID + "e1:t2:aae")).isInstanceOf(Reply.class);
    assertThat(decode("d1:eli201e1:xe1:t2:aae")).isInstanceOf(ErrorReply.class);
  }

  @Test
  void unknownKeysUnsortedKeysAndTrailingBytesAreIgnored() {
    Query query =
        (Query)
            decode(
                "d1:y1:q1:t2:aa0:0:1:q4:ping2:zzd1:xli1eee1:ad3:foolee"
                        .replace("3:foole", "3:foole" + ID)
                    + "etrailing bytes");
    assertThat(query.method()).isEqualTo(Method.PING);
  }

  @Test
  void valuesOfTheWrongKindCountAsAbsent() {
    Reply reply =
        (Reply)
            decode(
                "d2:ip3:abc1:rd"
                    + ID
                    + "5:nodesle6:nodes6i1e3:num1:x7:samplesi1e3:seq1:x5:tokeni9e6:values1:xe"
                    + "1:t2:aa1:vi1e1:y1:re");
    assertThat(reply.nodes().size()).isZero();
    assertThat(reply.nodes6().size()).isZero();
    assertThat(reply.hasSamples()).isFalse();
    assertThat(reply.infohashCount()).isEmpty();
    assertThat(reply.sequence()).isEmpty();
    assertThat(reply.token().isEmpty()).isTrue();
    assertThat(reply.hasPeers()).isFalse();
    assertThat(reply.version().isEmpty()).isTrue();
    assertThat(reply.ownAddress()).isNull();
  }

  @Test
  void lastUsableOfARepeatedKeyCounts() {
    Query query =
        (Query) decode("d1:ad" + ID + "4:porti1e4:porti2e4:port1:xe1:q4:ping1:t1:a1:t2:bb1:y1:qe");
    assertThat(query.port()).isEqualTo(2);
    assertThat(query.transaction().text()).isEqualTo("bb");
  }

  @Test
  void argumentsAreNotTakenFromResultsNorTheOtherWayRound() {
    Query query =
        (Query)
            decode(
                "d1:ad"
                    + ID
                    + "e1:q4:ping1:rd2:id20:mnopqrstuvwxyz1234565:token3:bade1:t2:aa1:y1:qe");
    assertThat(query.id()).hasToString("6162636465666768696a30313233343536373839");
    assertThat(query.token().isEmpty()).isTrue();
  }

  @Test
  void unknownMethodsKeepTheirNameAndTarget() {
    Query query = (Query) decode("d1:ad" + ID + "e1:q4:vote1:t2:aa1:y1:qe");
    assertThat(query.method()).isEqualTo(Method.UNKNOWN);
    assertThat(query.methodName().text()).isEqualTo("vote");
    assertThat(query.hasTarget()).isFalse();
    query =
        (Query) decode("d1:ad" + ID + "9:info_hash20:mnopqrstuvwxyz123456e1:q4:vote1:t2:aa1:y1:qe");
    assertThat(query.hasTarget()).isTrue();
  }

  @Test
  void portsThatAreNoPortsReadAsZero() {
    for (String port : new String[] {"-1", "65536", "9223372036854775807"}) {
      Query query = (Query) decode("d1:ad" + ID + "4:porti" + port + "ee1:q4:ping1:t2:aa1:y1:qe");
      assertThat(query.port()).isZero();
    }
  }

  @Test
  void packetsLongerThanUdpAllowsAreRefused() {
    byte[] packet = ("d1:ad" + ID + "e1:q4:ping1:t2:aa1:x66000:").getBytes(ISO_8859_1);
    byte[] padded = java.util.Arrays.copyOf(packet, packet.length + 66_001);
    padded[padded.length - 1] = 'e';
    assertThat(decoder.decode(padded, padded.length)).isInstanceOf(Malformed.class);
  }

  private Message decode(String packet) {
    byte[] bytes = packet.getBytes(ISO_8859_1);
    return decoder.decode(bytes, bytes.length);
  }
}
