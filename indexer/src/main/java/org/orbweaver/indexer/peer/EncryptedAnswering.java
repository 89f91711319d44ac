package org.orbweaver.indexer.peer;

import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;

/** The answerer's side of an encrypted conversation. */
final class EncryptedAnswering extends EncryptedConversation {
  private enum Awaited {
    PUBLIC_KEY,
    MARK,
    TORRENT,
    OFFER,
    PADDING,
    FIRST_WORDS
  }

  private final WantedTorrents wanted;
  private Awaited awaited = Awaited.PUBLIC_KEY;
  private byte[] secret = {};
  private int chosen;
  private int length;

  EncryptedAnswering(MetadataSession session, WantedTorrents wanted, RandomGenerator random) {
    super(session, random);
    this.wanted = wanted;
  }

  @Override
  boolean advance(long now) {
    return switch (awaited) {
      case PUBLIC_KEY -> has(KeyExchange.PUBLIC_KEY) && onPublicKey();
      case MARK -> takeThrough(KeyExchange.hash("req1", secret).toBytes()) && then(Awaited.TORRENT);
      case TORRENT -> has(Key.BYTES) && onTorrent();
      case OFFER -> has(CHECK + 6) && onOffer();
      case PADDING -> has(length + 2) && onPadding();
      case FIRST_WORDS -> has(length) && onFirstWords(now);
    };
  }

  private boolean onPublicKey() {
    byte[] shared = exchange.shared(take(KeyExchange.PUBLIC_KEY));
    if (shared == null) {
      return refuse(PeerFailure.MALFORMED);
    }
    secret = shared;
    sendPublicKey();
    return then(Awaited.MARK);
  }

  private boolean onTorrent() {
    Key masked = Key.read(take(Key.BYTES), 0);
    Key torrent = wanted.disguisedAs(masked.distance(KeyExchange.hash("req3", secret)));
    if (torrent == null) {
      return refuse(PeerFailure.OTHER_TORRENT);
    }
    agree(secret, torrent, false);
    return then(Awaited.OFFER);
  }

  private boolean onOffer() {
    byte[] words = takeDecrypted(CHECK + 6);
    for (int i = 0; i < CHECK; i++) {
      if (words[i] != 0) {
        return refuse(PeerFailure.MALFORMED);
      }
    }
    int offered = words[CHECK + 3];
    chosen = (offered & RC4) != 0 ? RC4 : offered & PLAIN;
    length = number(words, CHECK + 4);
    return chosen == 0 || length > 512 ? refuse(PeerFailure.MALFORMED) : then(Awaited.PADDING);
  }

  private boolean onPadding() {
    byte[] words = takeDecrypted(length + 2);
    length = number(words, length);
    return length > 1_024 ? refuse(PeerFailure.MALFORMED) : then(Awaited.FIRST_WORDS);
  }

  private boolean onFirstWords(long now) {
    byte[] first = takeDecrypted(length);
    output.raw(encrypt(new BencodeWriter(16).raw(0, CHECK).raw(chosen, 4).raw(0, 2).toArray()));
    session.receive(now, first, 0, first.length);
    establish(now, chosen);
    return true;
  }

  private boolean refuse(PeerFailure reason) {
    fail(reason);
    return false;
  }

  private boolean then(Awaited next) {
    awaited = next;
    return true;
  }

  private static int number(byte[] words, int at) {
    return (words[at] & 0xFF) << 8 | words[at + 1] & 0xFF;
  }
}
