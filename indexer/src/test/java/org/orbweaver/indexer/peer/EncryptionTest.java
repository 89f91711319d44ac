package org.orbweaver.indexer.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.indexer.peer.ScriptedPeer.handshake;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.orbweaver.indexer.torrent.Sha1;
import org.orbweaver.kademlia.Key;

class EncryptionTest {
  private static final Key TORRENT = Sha1.of("a torrent".getBytes(US_ASCII));

  private final MemoryBudget budget = new MemoryBudget(1 << 20);
  private final WantedTorrents wanted = new WantedTorrents(10);
  private final Random random = new Random(4);

  private Conversation dialler() {
    return new EncryptedDialling(
        MetadataSession.dialling(0, TORRENT, Key.ZERO, SessionLimits.DEFAULT, budget),
        TORRENT,
        random);
  }

  private Conversation answerer() {
    return new IncomingConversation(
        MetadataSession.answering(0, wanted::contains, Key.ZERO, SessionLimits.DEFAULT, budget),
        plain -> new EncryptedAnswering(plain, wanted, random));
  }

  /** Lets both speak until both are silent, in pieces of random length; what both said in all. */
  private byte[] converse(Conversation one, Conversation other) {
    byte[] said = {};
    boolean silent = false;
    while (!silent) {
      byte[] there = one.takeOutput();
      hear(other, there);
      byte[] back = other.takeOutput();
      hear(one, back);
      said = ScriptedPeer.join(said, there, back);
      silent = there.length + back.length == 0;
    }
    return said;
  }

  private void hear(Conversation listener, byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      int length = Math.min(bytes.length - at, 1 + random.nextInt(200));
      listener.receive(0, Arrays.copyOfRange(bytes, at, at + length), 0, length);
      at += length;
    }
  }

  /**
   * RFC 6229 gives the key stream of 0x0102…14 from byte 1024 on for longer keys; ours is 20 bytes.
   */
  @Test
  void streamIsRc4FromItsByte1024On() throws Exception {
    Key key = Key.random(random);
    Cipher cipher = Cipher.getInstance("RC4");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key.toBytes(), "RC4"));
    cipher.update(new byte[1024]);
    byte[] expected = cipher.update(new byte[100]);

    byte[] ours = new byte[100];
    new Rc4(key).apply(ours, 0, 40);
    Rc4 again = new Rc4(key);
    byte[] inTwo = new byte[100];
    again.apply(inTwo, 0, 60);
    again.apply(inTwo, 60, 40);

    assertThat(Arrays.copyOf(ours, 40)).isEqualTo(Arrays.copyOf(expected, 40));
    assertThat(inTwo).isEqualTo(expected);
  }

  @Test
  void bothSidesComeToTheSameConversation() {
    wanted.add(TORRENT);
    for (int round = 0; round < 10; round++) {
      Conversation dialler = dialler();
      Conversation answerer = answerer();
      byte[] said = converse(dialler, answerer);

      assertThat(dialler.end()).as("round %d", round).isNull();
      assertThat(answerer.infohash()).isEqualTo(TORRENT);
      // Neither has metadata to give: that they have said so shows that they understood.
      long late = SessionLimits.DEFAULT.patience().toNanos();
      dialler.tick(late);
      answerer.tick(late);
      assertThat(dialler.end()).isEqualTo(new SessionEnd.Failed(PeerFailure.NO_METADATA));
      assertThat(answerer.end()).isEqualTo(new SessionEnd.Failed(PeerFailure.NO_METADATA));
      assertThat(HexFormat.of().formatHex(said))
          .doesNotContain(HexFormat.of().formatHex("BitTorrent".getBytes(US_ASCII)))
          .doesNotContain(TORRENT.toString());
    }
  }

  @Test
  void unwantedTorrentIsTurnedAwayThoughItsNameIsDisguised() {
    wanted.add(Key.MAX);
    Conversation answerer = answerer();
    converse(dialler(), answerer);

    assertThat(answerer.end()).isEqualTo(new SessionEnd.Failed(PeerFailure.OTHER_TORRENT));
  }

  @Test
  void plainPeerIsAnsweredPlainly() {
    wanted.add(TORRENT);
    Conversation answerer = answerer();
    hear(answerer, handshake(TORRENT));

    assertThat(answerer.takeOutput()).startsWith(Handshake.PROTOCOL);
  }

  @Test
  void forgottenTorrentIsWantedUnderNoName() {
    WantedTorrents few = new WantedTorrents(2);
    few.add(Key.ZERO);
    few.add(TORRENT);
    few.add(Key.MAX);

    assertThat(few.contains(Key.ZERO)).isFalse();
    assertThat(few.disguisedAs(KeyExchange.disguise(Key.ZERO))).isNull();
    assertThat(few.disguisedAs(KeyExchange.disguise(TORRENT))).isEqualTo(TORRENT);
    assertThat(few.remove(TORRENT)).isTrue();
    assertThat(few.disguisedAs(KeyExchange.disguise(TORRENT))).isNull();
  }

  @Test
  void endlessGarbageIsRefused() {
    wanted.add(TORRENT);
    Conversation answerer = answerer();
    Conversation dialler = dialler();
    byte[] garbage = new byte[5_000];
    random.nextBytes(garbage);
    hear(answerer, garbage);
    hear(dialler, garbage);

    assertThat(answerer.end()).isEqualTo(new SessionEnd.Failed(PeerFailure.MALFORMED));
    assertThat(dialler.end()).isEqualTo(new SessionEnd.Failed(PeerFailure.MALFORMED));
  }

  @Test
  void trivialPublicKeyIsRefused() {
    wanted.add(TORRENT);
    Conversation answerer = answerer();
    hear(answerer, new byte[KeyExchange.PUBLIC_KEY]);

    assertThat(answerer.end()).isEqualTo(new SessionEnd.Failed(PeerFailure.MALFORMED));
  }
}
