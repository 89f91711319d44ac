package org.orbweaver.indexer.peer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.indexer.peer.ScriptedPeer.extended;
import static org.orbweaver.indexer.peer.ScriptedPeer.extensions;
import static org.orbweaver.indexer.peer.ScriptedPeer.handshake;
import static org.orbweaver.indexer.peer.ScriptedPeer.join;
import static org.orbweaver.indexer.peer.ScriptedPeer.piece;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.indexer.torrent.Sha256;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;

class MetadataSessionTest extends SessionWithPeer {
  @Test
  void diallerSpeaksFirstAndAsksForAllPiecesAtOnce() {
    assertThat(session.takeOutput()).hasSize(68);

    hear(handshake(INFOHASH));
    assertThat(new String(session.takeOutput(), ISO_8859_1))
        .contains("d1:md11:ut_metadatai1e6:ut_pexi2ee1:v9:Orbweavere");

    hear(extensions(METADATA.length));
    assertThat(session.takeOutput())
        .isEqualTo(
            join(
                extended(3, "d8:msg_typei0e5:piecei0ee", new byte[0]),
                extended(3, "d8:msg_typei0e5:piecei1ee", new byte[0]),
                extended(3, "d8:msg_typei0e5:piecei2ee", new byte[0])));

    hear(piece(METADATA, 0), piece(METADATA, 1), piece(METADATA, 2));
    assertVerified();
  }

  @Test
  void noMoreThanSixteenPiecesAreAskedForAhead() {
    hear(handshake(INFOHASH));
    session.takeOutput();
    hear(extensions(100L * MetadataMessage.PIECE));

    assertThat(new String(session.takeOutput(), ISO_8859_1))
        .contains("piecei15e")
        .doesNotContain("piecei16e");
    hear(piece(new byte[100 * MetadataMessage.PIECE], 7));
    assertThat(new String(session.takeOutput(), ISO_8859_1)).contains("piecei16e");
  }

  @Test
  void rtorrentIsAskedForOnePieceAtATime() {
    byte[] rtorrent = handshake(INFOHASH);
    System.arraycopy("-lt0D80-".getBytes(ISO_8859_1), 0, rtorrent, 48, 8);
    hear(rtorrent);
    session.takeOutput();
    hear(extensions(METADATA.length));
    byte[] first = extended(3, "d8:msg_typei0e5:piecei0ee", new byte[0]);
    byte[] second = extended(3, "d8:msg_typei0e5:piecei1ee", new byte[0]);

    assertThat(session.takeOutput()).isEqualTo(first);
    hear(piece(METADATA, 0));
    assertThat(session.takeOutput()).isEqualTo(second);
  }

  @Test
  void anyCuttingOfTheStreamGivesTheSame() {
    long seed = 5;
    Random random = new Random(seed);
    byte[] bitfield = new BencodeWriter(9).raw(9_001, 4).raw(5, 1).raw(new byte[9_000]).toArray();
    byte[] all =
        join(
            handshake(INFOHASH),
            bitfield,
            new byte[4], // a keep-alive
            extensions(METADATA.length),
            piece(METADATA, 2),
            extended(99, "de", new byte[0]),
            piece(METADATA, 0),
            piece(METADATA, 1));
    for (int round = 0; round < 60; round++) {
      MetadataSession one =
          MetadataSession.dialling(0, INFOHASH, Key.ZERO, SessionLimits.DEFAULT, budget);
      int at = 0;
      while (at < all.length) {
        int length = Math.min(all.length - at, 1 + random.nextInt(round + 1));
        one.receive(0, all, at, length);
        at += length;
      }
      assertThat(one.end())
          .as("seed %d, round %d", seed, round)
          .isInstanceOf(SessionEnd.Verified.class);
      one.release();
    }
    assertThat(budget.left()).isEqualTo(1 << 20);
  }

  @Test
  void truncatedSha256IsAnInfohashToo() {
    Key v2 = Sha256.of(METADATA).truncated();
    MetadataSession one = MetadataSession.dialling(0, v2, Key.ZERO, SessionLimits.DEFAULT, budget);
    byte[] all =
        join(
            handshake(v2),
            extensions(METADATA.length),
            piece(METADATA, 0),
            piece(METADATA, 1),
            piece(METADATA, 2));
    one.receive(0, all, 0, all.length);

    assertThat(one.end()).isInstanceOf(SessionEnd.Verified.class);
  }

  @Test
  void answererTakesTheMetadataOfWantedTorrentsOnly() {
    MetadataSession wanted =
        MetadataSession.answering(0, INFOHASH::equals, Key.ZERO, SessionLimits.DEFAULT, budget);
    assertThat(wanted.takeOutput()).isEmpty();
    wanted.receive(0, handshake(INFOHASH), 0, 68);
    assertThat(wanted.takeOutput()).hasSizeGreaterThan(68).startsWith(Handshake.PROTOCOL);
    assertThat(wanted.infohash()).isEqualTo(INFOHASH);

    MetadataSession other =
        MetadataSession.answering(0, Key.ZERO::equals, Key.ZERO, SessionLimits.DEFAULT, budget);
    other.receive(0, handshake(INFOHASH), 0, 68);
    assertThat(other.end()).isEqualTo(new SessionEnd.Failed(PeerFailure.OTHER_TORRENT));
    assertThat(other.takeOutput()).isEmpty();
  }

  @Test
  void peerThatHasNoMetadataMayTellOfOthers() {
    hear(handshake(INFOHASH), extended(0, "d1:md6:ut_pexi5eee", new byte[0]));
    assertThat(session.end()).isNull();

    byte[] pex = new BencodeWriter(100).raw(127L << 24 | 1, 4).raw(6881, 2).toArray();
    hear(
        extended(
            Extensions.OUR_PEX, "d5:added6:" + new String(pex, ISO_8859_1) + "e", new byte[0]));

    assertThat(session.learned()).containsExactly(Endpoint.parse("127.0.0.1:6881"));
    assertFailed(PeerFailure.NO_METADATA);
  }
}
