package org.orbweaver.wire.krpc;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;

/**
 * Writes replies into one buffer, each over the one before.
 *
 * <pre>{@code
 * int length = writer.to(query, asker, id).nodes(want, closest, count).token(token).write();
 * outbox.send(local, asker, writer.buffer(), length);
 * }</pre>
 *
 * <p>Parts may be given in any order; what is not given is left out. The arrays given are read when
 * {@link #write} is called. A reply never exceeds the limit: nodes, samples and peers that do not
 * fit, in this order of importance, are left out from the end.
 */
public final class ReplyWriter {
  /**
   * Fits an Ethernet frame with room for tunnels, and a signed value of 1000 bytes (BEP 44). BEP 32
   * asks for 1024, into which such a value does not fit.
   */
  public static final int DEFAULT_LIMIT = 1_400;

  private static final Contact[] NO_CONTACTS = {};
  private static final Endpoint[] NO_PEERS = {};
  private static final Key[] NO_SAMPLES = {};

  /** Room for a string's length and colon: four digits, as no reply is longer. */
  private static final int LENGTH_PREFIX = 5;

  /** Room for an integer of 64 bits. */
  private static final int INTEGER = 22;

  /** The envelope with the longest transaction and address, and the ID. */
  private static final int ENVELOPE = 130;

  private final BencodeWriter writer;
  private final int limit;

  private Bytes transaction = Bytes.EMPTY;
  private @Nullable Endpoint asker;
  private Key id = Key.ZERO;
  private Want want = Want.UNSAID;
  private Contact[] contacts = NO_CONTACTS;
  private int contactCount;
  private Endpoint[] peers = NO_PEERS;
  private int peerCount;
  private Key[] samples = NO_SAMPLES;
  private int sampleCount;
  private boolean hasSamples;
  private long sampleInterval;
  private long infohashCount;
  private Bytes token = Bytes.EMPTY;
  private Bytes seedFilter = Bytes.EMPTY;
  private Bytes peerFilter = Bytes.EMPTY;
  private Bytes publicKey = Bytes.EMPTY;
  private Bytes signature = Bytes.EMPTY;
  private Bytes value = Bytes.EMPTY;
  private OptionalLong sequence = OptionalLong.empty();

  /** Bytes still to be given to nodes, samples and peers. */
  private int room;

  /**
   * @param limit the largest reply in bytes
   */
  public ReplyWriter(int limit) {
    this.limit = limit;
    writer = new BencodeWriter(limit);
  }

  /** The packet written last; to be sent before the next is written. */
  public byte[] buffer() {
    return writer.buffer();
  }

  /**
   * Starts a reply; alone it answers ping, announce_peer and put.
   *
   * @param toWhom told where we saw it ask from (BEP 42); null to leave that out
   * @param ownId of the home that was asked
   */
  public ReplyWriter to(Query query, @Nullable Endpoint toWhom, Key ownId) {
    transaction = query.transaction();
    asker = toWhom;
    id = ownId;
    want = Want.UNSAID;
    peerCount = 0;
    hasSamples = false;
    sampleCount = 0;
    token = Bytes.EMPTY;
    seedFilter = Bytes.EMPTY;
    peerFilter = Bytes.EMPTY;
    publicKey = Bytes.EMPTY;
    signature = Bytes.EMPTY;
    value = Bytes.EMPTY;
    sequence = OptionalLong.empty();
    room = limit - ENVELOPE;
    return this;
  }

  /**
   * Nodes close to the target; of {@code closest}, which may hold both families, those that {@code
   * which} names are told, be it none.
   */
  public ReplyWriter nodes(Want which, Contact[] closest, int count) {
    want = which;
    contacts = closest;
    contactCount = count;
    reserve(Field.NODES, LENGTH_PREFIX);
    reserve(Field.NODES6, LENGTH_PREFIX);
    return this;
  }

  /** Lets the asker announce or put here. */
  public ReplyWriter token(Bytes writeToken) {
    token = writeToken;
    reserve(Field.TOKEN, LENGTH_PREFIX + token.length());
    return this;
  }

  public ReplyWriter peers(Endpoint[] ofTorrent, int count) {
    peers = ofTorrent;
    peerCount = count;
    reserve(Field.VALUES, 2);
    return this;
  }

  /** The scrape of BEP 33: Bloom filters of 256 bytes each. */
  public ReplyWriter filters(Bytes ofSeeds, Bytes ofPeers) {
    seedFilter = ofSeeds;
    peerFilter = ofPeers;
    reserve(Field.SEED_FILTER, LENGTH_PREFIX + seedFilter.length());
    reserve(Field.PEER_FILTER, LENGTH_PREFIX + peerFilter.length());
    return this;
  }

  /**
   * The answer to sample_infohashes.
   *
   * @param interval seconds until other samples may be had
   * @param total how many infohashes we have in all
   */
  public ReplyWriter samples(Key[] infohashes, int count, long interval, long total) {
    samples = infohashes;
    sampleCount = count;
    hasSamples = true;
    sampleInterval = interval;
    infohashCount = total;
    reserve(Field.INTERVAL, INTEGER);
    reserve(Field.NUMBER, INTEGER);
    reserve(Field.SAMPLES, LENGTH_PREFIX);
    return this;
  }

  /** An immutable value in its verbatim bencoding. */
  public ReplyWriter value(Bytes stored) {
    value = stored;
    reserve(Field.VALUE, value.length());
    return this;
  }

  /** A signed item; its salt is not told. */
  public ReplyWriter item(MutableItem item) {
    publicKey = item.publicKey();
    signature = item.signature();
    reserve(Field.PUBLIC_KEY, LENGTH_PREFIX + publicKey.length());
    reserve(Field.SIGNATURE, LENGTH_PREFIX + signature.length());
    return sequence(item.sequence()).value(item.value());
  }

  /** Only the number of the item stored, since the asker has the item already. */
  public ReplyWriter sequence(long ofItem) {
    sequence = OptionalLong.of(ofItem);
    reserve(Field.SEQUENCE, INTEGER);
    return this;
  }

  /**
   * @return the packet's length
   */
  public int write() {
    if (room < 0) {
      throw new IllegalStateException("a value that exceeds a reply of " + limit + " bytes");
    }
    writer.clear().beginDictionary();
    ownAddress();
    writer.raw(Field.RESULTS.key()).beginDictionary();
    string(Field.PEER_FILTER, peerFilter);
    string(Field.SEED_FILTER, seedFilter);
    writer.raw(Field.ID.key()).string(id);
    if (hasSamples) {
      writer.raw(Field.INTERVAL.key()).integer(sampleInterval);
    }
    string(Field.PUBLIC_KEY, publicKey);
    if (want.ipv4()) {
      nodes(Field.NODES, true, CompactNodes.IPV4_STRIDE);
    }
    if (want.ipv6()) {
      nodes(Field.NODES6, false, CompactNodes.IPV6_STRIDE);
    }
    if (hasSamples) {
      writer.raw(Field.NUMBER.key()).integer(infohashCount);
      samples();
    }
    if (sequence.isPresent()) {
      writer.raw(Field.SEQUENCE.key()).integer(sequence.getAsLong());
    }
    string(Field.SIGNATURE, signature);
    string(Field.TOKEN, token);
    if (!value.isEmpty()) {
      writer.raw(Field.VALUE.key()).raw(value);
    }
    if (peerCount > 0) {
      peers();
    }
    writer.end();
    return end(Envelope.REPLY_END);
  }

  /**
   * Refuses.
   *
   * @param query a query, or a malformed one that can be answered
   * @return the packet's length
   */
  public int error(Message query, @Nullable Endpoint toWhom, ErrorCode code) {
    transaction = query.transaction();
    asker = toWhom;
    writer.clear().beginDictionary().raw(Field.ERROR.key()).beginList();
    writer.integer(code.number()).string(code.text()).end();
    ownAddress();
    return end(Envelope.ERROR_END);
  }

  private void ownAddress() {
    if (asker != null) {
      writer.raw(Field.OWN_ADDRESS.key()).beginString(CompactEndpoint.size(asker));
      CompactEndpoint.write(writer, asker);
    }
  }

  private int end(byte[] envelopeEnd) {
    writer.raw(Field.TRANSACTION.key()).string(transaction).raw(envelopeEnd);
    return writer.length();
  }

  private void string(Field field, Bytes content) {
    if (!content.isEmpty()) {
      writer.raw(field.key()).string(content);
    }
  }

  private void nodes(Field field, boolean ipv4, int stride) {
    int count = 0;
    for (int i = 0; i < contactCount; i++) {
      if (contacts[i].endpoint().isIpv4() == ipv4) {
        count++;
      }
    }
    count = fitting(count, stride);
    writer.raw(field.key()).beginString(count * stride);
    for (int i = 0; count > 0; i++) {
      Endpoint endpoint = contacts[i].endpoint();
      if (endpoint.isIpv4() == ipv4) {
        writer.raw(contacts[i].id());
        CompactEndpoint.write(writer, endpoint);
        count--;
      }
    }
  }

  private void samples() {
    int count = fitting(sampleCount, Key.BYTES);
    writer.raw(Field.SAMPLES.key()).beginString(count * Key.BYTES);
    for (int i = 0; i < count; i++) {
      writer.raw(samples[i]);
    }
  }

  private void peers() {
    writer.raw(Field.VALUES.key()).beginList();
    for (int i = 0; i < peerCount; i++) {
      int size = CompactEndpoint.size(peers[i]);
      room -= size < 10 ? 2 + size : 3 + size;
      if (room < 0) {
        break;
      }
      writer.beginString(size);
      CompactEndpoint.write(writer, peers[i]);
    }
    writer.end();
  }

  /** Takes room for an entry that must not be left out. */
  private void reserve(Field field, int size) {
    room -= field.key().length + size;
  }

  /** How many of {@code count} elements there is room for; takes that room. */
  private int fitting(int count, int elementSize) {
    int fitting = Math.min(count, room / elementSize);
    room -= fitting * elementSize;
    return fitting;
  }
}
