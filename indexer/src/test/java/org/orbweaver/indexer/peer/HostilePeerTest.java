package org.orbweaver.indexer.peer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.indexer.peer.ScriptedPeer.extended;
import static org.orbweaver.indexer.peer.ScriptedPeer.extensions;
import static org.orbweaver.indexer.peer.ScriptedPeer.handshake;
import static org.orbweaver.indexer.peer.ScriptedPeer.join;
import static org.orbweaver.indexer.peer.ScriptedPeer.piece;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;

/** What a peer may do to waste our time, our memory or our trust. */
class HostilePeerTest extends SessionWithPeer {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @Test
  void bytesThatDripBuyNoTime() {
    byte[] first = handshake(INFOHASH);
    long now = 0;
    for (int i = 0; i < first.length && session.end() == null; i++) {
      session.receive(now, first, i, 1);
      now += SECOND;
      session.tick(now);
    }

    assertFailed(PeerFailure.TOO_SLOW);
    assertThat(now).isEqualTo(6 * SECOND);
  }

  @Test
  void keepAlivesBuyNoTime() {
    hear(handshake(INFOHASH), extensions(METADATA.length));
    for (int i = 1; session.end() == null; i++) {
      session.receive(i * SECOND, new byte[4], 0, 4);
      session.tick(i * SECOND);
      assertThat(i).isLessThan(7);
    }

    assertFailed(PeerFailure.TOO_SLOW);
  }

  @Test
  void onePieceEachTimeJustBeforePatienceEndsIsStillTooSlowInAll() {
    byte[] large = new byte[100 * MetadataMessage.PIECE];
    hear(handshake(INFOHASH), extensions(large.length));
    long now = 0;
    for (int i = 0; session.end() == null; i++) {
      now += 5 * SECOND;
      session.tick(now);
      byte[] piece = piece(large, i);
      session.receive(now, piece, 0, piece.length);
    }

    assertFailed(PeerFailure.TOO_SLOW);
    assertThat(now).isLessThanOrEqualTo(40 * SECOND);
  }

  @Test
  void endlessExtensionMessagesEndTheConversation() {
    hear(handshake(INFOHASH), extensions(METADATA.length));
    byte[] chatter = extended(77, "de", new byte[60_000]);
    for (int i = 0; i < 100 && session.end() == null; i++) {
      hear(chatter);
    }

    assertFailed(PeerFailure.CHATTER);
  }

  @Test
  void endlessHandshakesEndTheConversation() {
    hear(handshake(INFOHASH));
    byte[] again = extensions(METADATA.length);
    for (int i = 0; i < 100_000 && session.end() == null; i++) {
      hear(again);
    }

    assertFailed(PeerFailure.CHATTER);
  }

  @Test
  void floodOfRequestsIsNotAnswered() {
    hear(handshake(INFOHASH), extensions(METADATA.length));
    session.takeOutput();
    byte[] request = extended(Extensions.OUR_METADATA, "d8:msg_typei0e5:piecei0ee", new byte[0]);
    for (int i = 0; i < 100_000 && session.end() == null; i++) {
      hear(request);
    }

    assertThat(session.takeOutput()).isEmpty();
    assertFailed(PeerFailure.CHATTER);
  }

  @ParameterizedTest
  @ValueSource(longs = {100_000_000_000L, (1 << 24) + 1, Long.MAX_VALUE})
  void hugeMetadataIsRefusedBeforeAnythingIsHeld(long size) {
    hear(handshake(INFOHASH), extensions(size));

    assertFailed(PeerFailure.TOO_LARGE);
    assertThat(budget.left()).isEqualTo(1 << 20);
  }

  @Test
  void claimAloneCostsOnePieceOfMemory() {
    hear(handshake(INFOHASH), extensions(1 << 24));

    assertThat((1 << 20) - budget.left()).isEqualTo(MetadataMessage.PIECE);
    session.release();
    assertThat(budget.left()).isEqualTo(1 << 20);
  }

  @Test
  void memoryThatAllConversationsMayHoldIsBounded() {
    byte[] large = new byte[1 << 24];
    hear(handshake(INFOHASH), extensions(large.length));
    for (int i = 0; i < 1_000 && session.end() == null; i++) {
      hear(piece(large, i));
    }

    assertFailed(PeerFailure.NO_ROOM);
    session.release();
    assertThat(budget.left()).isEqualTo(1 << 20);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5})
  void noMetadataIsNoMetadata(long size) {
    hear(
        handshake(INFOHASH),
        extended(0, "d1:md11:ut_metadatai3ee13:metadata_sizei" + size + "ee", new byte[0]));

    assertFailed(PeerFailure.NO_METADATA);
  }

  @Test
  void wrongHashIsALie() {
    byte[] wrong = METADATA.clone();
    wrong[7] ^= 1;
    hear(handshake(INFOHASH), extensions(wrong.length));
    hear(piece(wrong, 0), piece(wrong, 1), piece(wrong, 2));

    assertFailed(PeerFailure.LIED);
  }

  @Test
  void piecesInAnyOrderAreTaken() {
    hear(handshake(INFOHASH), extensions(METADATA.length));
    hear(piece(METADATA, 2), piece(METADATA, 1), piece(METADATA, 0));

    assertVerified();
  }

  @Test
  void pieceTwiceIsMalformed() {
    hear(handshake(INFOHASH), extensions(METADATA.length));
    hear(piece(METADATA, 1), piece(METADATA, 1));

    assertFailed(PeerFailure.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "3", "99999999999", "4294967296"})
  void pieceThatCannotBeIsMalformed(String number) {
    hear(handshake(INFOHASH), extensions(METADATA.length));
    hear(extended(1, "d8:msg_typei1e5:piecei" + number + "ee", new byte[MetadataMessage.PIECE]));

    assertFailed(PeerFailure.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16_383, 16_385, 60_000})
  void pieceOfTheWrongLengthIsMalformed(int length) {
    hear(handshake(INFOHASH), extensions(METADATA.length));
    hear(extended(1, "d8:msg_typei1e5:piecei0ee", new byte[length]));

    assertFailed(PeerFailure.MALFORMED);
  }

  @Test
  void pieceBeforeTheHandshakeIsMalformed() {
    hear(handshake(INFOHASH), piece(METADATA, 0));

    assertFailed(PeerFailure.MALFORMED);
  }

  @Test
  void rejectedPieceEndsTheConversation() {
    hear(handshake(INFOHASH), extensions(METADATA.length), ScriptedPeer.reject(0));

    assertFailed(PeerFailure.REJECTED);
  }

  @Test
  void otherTorrentIsNotTheOneWeAskedFor() {
    hear(handshake(Key.ZERO));

    assertFailed(PeerFailure.OTHER_TORRENT);
  }

  @Test
  void garbageIsRecognisedByItsFirstBytes() {
    hear("HTTP/1.1 400 Bad Request\r\n".getBytes(ISO_8859_1));

    assertFailed(PeerFailure.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void absurdMessageLengthIsRefused(int length) {
    hear(handshake(INFOHASH), new BencodeWriter(8).raw(length, 4).raw(20, 1).toArray());

    assertFailed(PeerFailure.MALFORMED);
  }

  @Test
  void deepExtensionHandshakeIsMalformed() {
    hear(handshake(INFOHASH), extended(0, "d1:m" + "l".repeat(60_000), new byte[0]));

    assertFailed(PeerFailure.MALFORMED);
  }

  @Test
  void randomBytesAfterTheHandshakeAreSurvived() {
    long seed = 9;
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      MetadataSession one =
          MetadataSession.dialling(0, INFOHASH, Key.ZERO, SessionLimits.DEFAULT, budget);
      one.receive(0, handshake(INFOHASH), 0, 68);
      byte[] honest = join(extensions(METADATA.length), piece(METADATA, 0));
      for (int i = 0; i < 5; i++) {
        honest[random.nextInt(200)] = (byte) random.nextInt();
      }
      one.receive(0, honest, 0, honest.length);
      one.release();
    }
    assertThat(budget.left()).as("seed %d", seed).isEqualTo(1 << 20);
  }
}
