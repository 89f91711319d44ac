package org.orbweaver.wire.krpc;

import static org.orbweaver.wire.krpc.Envelope.ascii;

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
  private static final byte[] BEGIN = ascii("d1:ad2:id20:");
  private static final byte[] BEGIN_CAS = ascii("d1:ad3:cas");
  private static final byte[] ID = ascii("2:id20:");
  private static final byte[] TARGET = ascii("6:target20:");
  private static final byte[] INFO_HASH = ascii("9:info_hash20:");
  private static final byte[] IMPLIED_PORT = ascii("12:implied_porti1e");
  private static final byte[] PORT = ascii("4:port");
  private static final byte[] SEED = ascii("4:seedi1e");
  private static final byte[] NO_SEED = ascii("6:noseedi1e");
  private static final byte[] SCRAPE = ascii("6:scrapei1e");
  private static final byte[] TOKEN = ascii("5:token");
  private static final byte[] PUBLIC_KEY = ascii("1:k");
  private static final byte[] SALT = ascii("4:salt");
  private static final byte[] SEQUENCE = ascii("3:seq");
  private static final byte[] SIGNATURE = ascii("3:sig");
  private static final byte[] VALUE = ascii("1:v");
  private static final byte[] WANT_IPV4 = ascii("4:wantl2:n4e");
  private static final byte[] WANT_IPV6 = ascii("4:wantl2:n6e");
  private static final byte[] WANT_BOTH = ascii("4:wantl2:n42:n6e");

  private static final byte[] PING = ascii("e1:q4:ping");
  private static final byte[] FIND_NODE = ascii("e1:q9:find_node");
  private static final byte[] GET_PEERS = ascii("e1:q9:get_peers");
  private static final byte[] ANNOUNCE_PEER = ascii("e1:q13:announce_peer");
  private static final byte[] SAMPLE_INFOHASHES = ascii("e1:q17:sample_infohashes");
  private static final byte[] GET = ascii("e1:q3:get");
  private static final byte[] PUT = ascii("e1:q3:put");
  private static final byte[] READ_ONLY = ascii("2:roi1e");

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
    return end(PING, transaction);
  }

  public int findNode(long transaction, Key id, Key target, Want want) {
    begin(id).raw(TARGET).raw(target);
    want(want);
    return end(FIND_NODE, transaction);
  }

  public int sampleInfohashes(long transaction, Key id, Key target, Want want) {
    begin(id).raw(TARGET).raw(target);
    want(want);
    return end(SAMPLE_INFOHASHES, transaction);
  }

  /**
   * @param noSeed peers that are no seeds are wanted (BEP 33)
   * @param scrape Bloom filters are wanted (BEP 33)
   */
  public int getPeers(
      long transaction, Key id, Key infohash, Want want, boolean noSeed, boolean scrape) {
    begin(id).raw(INFO_HASH).raw(infohash);
    optional(noSeed, NO_SEED);
    optional(scrape, SCRAPE);
    want(want);
    return end(GET_PEERS, transaction);
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
    optional(impliedPort, IMPLIED_PORT);
    writer.raw(INFO_HASH).raw(infohash).raw(PORT).integer(port);
    optional(seed, SEED);
    writer.raw(TOKEN).string(token);
    return end(ANNOUNCE_PEER, transaction);
  }

  /**
   * @param newerThan an item is only wanted if its sequence number is greater
   */
  public int get(long transaction, Key id, Key target, OptionalLong newerThan, Want want) {
    begin(id);
    if (newerThan.isPresent()) {
      writer.raw(SEQUENCE).integer(newerThan.getAsLong());
    }
    writer.raw(TARGET).raw(target);
    want(want);
    return end(GET, transaction);
  }

  /**
   * Stores an immutable value.
   *
   * @param token from the same node's reply to get
   * @param value verbatim bencoding
   */
  public int put(long transaction, Key id, Bytes token, Bytes value) {
    begin(id).raw(TOKEN).string(token).raw(VALUE).raw(value);
    return end(PUT, transaction);
  }

  /**
   * Stores a signed item.
   *
   * @param expectedSequence if given, what is stored now must have this number ({@code cas})
   */
  public int put(
      long transaction, Key id, Bytes token, MutableItem item, OptionalLong expectedSequence) {
    if (expectedSequence.isPresent()) {
      writer.clear().raw(BEGIN_CAS).integer(expectedSequence.getAsLong()).raw(ID).raw(id);
    } else {
      begin(id);
    }
    writer.raw(PUBLIC_KEY).string(item.publicKey());
    if (!item.salt().isEmpty()) {
      writer.raw(SALT).string(item.salt());
    }
    writer.raw(SEQUENCE).integer(item.sequence()).raw(SIGNATURE).string(item.signature());
    writer.raw(TOKEN).string(token).raw(VALUE).raw(item.value());
    return end(PUT, transaction);
  }

  private BencodeWriter begin(Key id) {
    return writer.clear().raw(BEGIN).raw(id);
  }

  private void optional(boolean wanted, byte[] entry) {
    if (wanted) {
      writer.raw(entry);
    }
  }

  private void want(Want want) {
    switch (want) {
      case UNSAID -> {}
      case IPV4 -> writer.raw(WANT_IPV4);
      case IPV6 -> writer.raw(WANT_IPV6);
      case BOTH -> writer.raw(WANT_BOTH);
    }
  }

  private int end(byte[] method, long transaction) {
    writer.raw(method);
    optional(readOnly, READ_ONLY);
    writer.raw(Envelope.TRANSACTION).beginString(Message.OWN_TRANSACTION_BYTES);
    writer.raw(transaction, Message.OWN_TRANSACTION_BYTES).raw(Envelope.QUERY_END);
    return writer.length();
  }
}
