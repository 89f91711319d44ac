package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;

/** Writes what the world's clients ask of guests, each over the one before. */
final class QueryVoice {
  private static final int TRANSACTION_BYTES = 4;

  private final BencodeWriter writer = new BencodeWriter(512);

  byte[] buffer() {
    return writer.buffer();
  }

  int length() {
    return writer.length();
  }

  void getPeers(ClientKind client, int transaction, Key id, Key infohash) {
    begin(id).string("info_hash").string(infohash);
    end(client, "get_peers", transaction);
  }

  void announcePeer(
      ClientKind client, int transaction, Key id, Key infohash, int port, Bytes token) {
    begin(id).string("info_hash").string(infohash);
    writer.string("port").integer(port).string("token").string(token);
    end(client, "announce_peer", transaction);
  }

  private BencodeWriter begin(Key id) {
    writer.clear().beginDictionary().string("a").beginDictionary();
    return writer.string("id").string(id);
  }

  private void end(ClientKind client, String method, int transaction) {
    writer.end().string("q").string(method);
    writer.string("t").beginString(TRANSACTION_BYTES).raw(transaction, TRANSACTION_BYTES);
    if (client.sharedVersion().length > 0) {
      writer.string("v").string(client.sharedVersion());
    }
    writer.string("y").string("q").end();
  }

  /** The number we sent, or 0 if it cannot be ours. */
  static int transaction(Bytes bytes) {
    if (bytes.length() != TRANSACTION_BYTES) {
      return 0;
    }
    int number = 0;
    for (int i = 0; i < TRANSACTION_BYTES; i++) {
      number = number << 8 | (bytes.at(i) & 0xFF);
    }
    return number;
  }
}
