package org.orbweaver.wire.krpc;

import java.util.OptionalLong;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;

/**
 * Writes queries into one buffer, each over the one before. Every method gives the packet's length;
 * its bytes are in {@link #buffer}. Transactions are numbers of 48 bits, which {@link
 * Message#transactionNumber} gives back from the reply.
 */
public final class QueryWriter {
  private final BencodeWriter writer = new BencodeWriter(512);
  private final boolean readOnly;

  /**
   * @param readOnly tells those asked to keep us out of their routing tables (BEP 43)
   */
  public QueryWriter(boolean readOnly) {
    this.readOnly = readOnly;
  }

  /** The packet written last; to be sent before the next is written. */
  public byte[] buffer() {
    return writer.buffer();
  }

  public int ping(long transaction, Key id) {
    begin(id);
    return end(Method.PING, transaction);
  }

  public int findNode(long transaction, Key id, Key target, Want want) {
    begin(id).raw(Field.TARGET.key()).string(target);
    want(want);
    return end(Method.FIND_NODE, transaction);
  }

  public int sampleInfohashes(long transaction, Key id, Key target, Want want) {
    begin(id).raw(Field.TARGET.key()).string(target);
    want(want);
    return end(Method.SAMPLE_INFOHASHES, transaction);
  }

  /**
   * @param noSeed peers that are no seeds are wanted (BEP 33)
   * @param scrape Bloom filters are wanted (BEP 33)
   */
  public int getPeers(
      long transaction, Key id, Key infohash, Want want, boolean noSeed, boolean scrape) {
    begin(id).raw(Field.INFO_HASH.key()).string(infohash);
    flag(Field.NO_SEED, noSeed);
    flag(Field.SCRAPE, scrape);
    want(want);
    return end(Method.GET_PEERS, transaction);
  }

  /**
   * @param impliedPort the port is the one this packet will seem to come from
   * @param token from the same node's reply to get_peers
   */
  public int announcePeer(
      long transaction,
      Key id,
      Key infohash,
      int port,
      boolean impliedPort,
      boolean seed,
      Bytes token) {
    begin(id);
    flag(Field.IMPLIED_PORT, impliedPort);
    writer.raw(Field.INFO_HASH.key()).string(infohash).raw(Field.PORT.key()).integer(port);
    flag(Field.SEED, seed);
    writer.raw(Field.TOKEN.key()).string(token);
    return end(Method.ANNOUNCE_PEER, transaction);
  }

  /**
   * @param newerThan an item is only wanted if its sequence number is greater
   */
  public int get(long transaction, Key id, Key target, OptionalLong newerThan, Want want) {
    begin(id);
    if (newerThan.isPresent()) {
      writer.raw(Field.SEQUENCE.key()).integer(newerThan.getAsLong());
    }
    writer.raw(Field.TARGET.key()).string(target);
    want(want);
    return end(Method.GET, transaction);
  }

  /**
   * Stores an immutable value.
   *
   * @param token from the same node's reply to get
   * @param value verbatim bencoding
   */
  public int put(long transaction, Key id, Bytes token, Bytes value) {
    begin(id).raw(Field.TOKEN.key()).string(token).raw(Field.VALUE.key()).raw(value);
    return end(Method.PUT, transaction);
  }

  /**
   * Stores a signed item.
   *
   * @param expectedSequence if given, what is stored now must have this number ({@code cas})
   */
  public int put(
      long transaction, Key id, Bytes token, MutableItem item, OptionalLong expectedSequence) {
    begin();
    if (expectedSequence.isPresent()) {
      writer.raw(Field.EXPECTED_SEQUENCE.key()).integer(expectedSequence.getAsLong());
    }
    writer.raw(Field.ID.key()).string(id);
    writer.raw(Field.PUBLIC_KEY.key()).string(item.publicKey());
    if (!item.salt().isEmpty()) {
      writer.raw(Field.SALT.key()).string(item.salt());
    }
    writer
        .raw(Field.SEQUENCE.key())
        .integer(item.sequence())
        .raw(Field.SIGNATURE.key())
        .string(item.signature());
    writer.raw(Field.TOKEN.key()).string(token).raw(Field.VALUE.key()).raw(item.value());
    return end(Method.PUT, transaction);
  }

  private BencodeWriter begin() {
    return writer.clear().beginDictionary().raw(Field.ARGUMENTS.key()).beginDictionary();
  }

  private BencodeWriter begin(Key id) {
    return begin().raw(Field.ID.key()).string(id);
  }

  private void flag(Field field, boolean isSet) {
    if (isSet) {
      writer.raw(field.key()).integer(1);
    }
  }

  private void want(Want want) {
    if (want == Want.UNSAID) {
      return;
    }
    writer.raw(Field.WANT.key()).beginList();
    if (want.ipv4()) {
      writer.string(Want.N4);
    }
    if (want.ipv6()) {
      writer.string(Want.N6);
    }
    writer.end();
  }

  private int end(Method method, long transaction) {
    writer.end().raw(Field.METHOD.key()).string(method.bytes());
    flag(Field.READ_ONLY, readOnly);
    writer.raw(Field.TRANSACTION.key()).beginString(Message.OWN_TRANSACTION_BYTES);
    writer.raw(transaction, Message.OWN_TRANSACTION_BYTES).raw(Envelope.QUERY_END);
    return writer.length();
  }
}
