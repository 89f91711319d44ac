package org.orbweaver.indexer.peer;

import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;

/** The dialler's side of an encrypted conversation. */
final class EncryptedDialling extends EncryptedConversation {
  private enum Awaited {
    PUBLIC_KEY,
    CHECK,
    CHOICE,
    PADDING
  }

  private final Key infohash;
  private Awaited awaited = Awaited.PUBLIC_KEY;
  private byte[] check = {};
  private int chosen;
  private int padding;

  EncryptedDialling(MetadataSession session, Key infohash, RandomGenerator random) {
    super(session, random);
    this.infohash = infohash;
    sendPublicKey();
  }

  @Override
  boolean advance(long now) {
    return switch (awaited) {
      case PUBLIC_KEY -> has(KeyExchange.PUBLIC_KEY) && onPublicKey();
      case CHECK -> takeThrough(check) && then(Awaited.CHOICE);
      case CHOICE -> has(6) && onChoice();
      case PADDING -> has(padding) && onPadding(now);
    };
  }

  private boolean onPublicKey() {
    byte[] secret = exchange.shared(take(KeyExchange.PUBLIC_KEY));
    if (secret == null) {
      fail(PeerFailure.MALFORMED);
      return false;
    }
    agree(secret, infohash, true);
    Key disguise = KeyExchange.disguise(infohash).distance(KeyExchange.hash("req3", secret));
    output.raw(KeyExchange.hash("req1", secret)).raw(disguise);
    byte[] first = session.takeOutput();
    BencodeWriter words = new BencodeWriter(128).raw(0, CHECK).raw(PLAIN | RC4, 4).raw(0, 2);
    output.raw(encrypt(words.raw(first.length, 2).raw(first).toArray()));
    check = new byte[CHECK];
    decrypt(check, 0, CHECK); // eight zeros look like this on their way to us
    return then(Awaited.CHECK);
  }

  private boolean onChoice() {
    byte[] words = takeDecrypted(6);
    chosen = words[3];
    padding = (words[4] & 0xFF) << 8 | words[5] & 0xFF;
    if ((chosen != PLAIN && chosen != RC4) || padding > 512) {
      fail(PeerFailure.MALFORMED);
      return false;
    }
    return then(Awaited.PADDING);
  }

  private boolean onPadding(long now) {
    takeDecrypted(padding);
    establish(now, chosen);
    return true;
  }

  private boolean then(Awaited next) {
    awaited = next;
    return true;
  }
}
