package org.orbweaver.wire.krpc;

import static org.orbweaver.wire.krpc.Envelope.ascii;

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

  private static final byte[] ERROR_LIST = ascii("d1:el");
  private static final byte[] OWN_ADDRESS = ascii("2:ip");
  private static final byte[] RESULTS = ascii("1:rd");
  private static final byte[] PEER_FILTER = ascii("4:BFpe");
  private static final byte[] SEED_FILTER = ascii("4:BFsd");
  private static final byte[] ID = ascii("2:id20:");
  private static final byte[] INTERVAL = ascii("8:interval");
  private static final byte[] PUBLIC_KEY = ascii("1:k");
  private static final byte[] NODES = ascii("5:nodes");
  private static final byte[] NODES6 = ascii("6:nodes6");
  private static final byte[] NUMBER = ascii("3:num");
  private static final byte[] SAMPLES = ascii("7:samples");
  private static final byte[] SEQUENCE = ascii("3:seq");
  private static final byte[] SIGNATURE = ascii("3:sig");
  private static final byte[] TOKEN = ascii("5:token");
  private static final byte[] VALUE = ascii("1:v");
  private static final byte[] VALUES = ascii("6:valuesl");

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
    room -= NODES.length + NODES6.length + 2 * LENGTH_PREFIX;
    return this;
  }

  /** Lets the asker announce or put here. */
  public ReplyWriter token(Bytes writeToken) {
    token = writeToken;
    room -= TOKEN.length + LENGTH_PREFIX + token.length();
    return this;
  }

  public ReplyWriter peers(Endpoint[] ofTorrent, int count) {
    peers = ofTorrent;
    peerCount = count;
    room -= VALUES.length + 1;
    return this;
  }

  /** The scrape of BEP 33: Bloom filters of 256 bytes each. */
  public ReplyWriter filters(Bytes ofSeeds, Bytes ofPeers) {
    seedFilter = ofSeeds;
    peerFilter = ofPeers;
    room -= 2 * (SEED_FILTER.length + LENGTH_PREFIX) + seedFilter.length() + peerFilter.length();
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
    room -= INTERVAL.length + NUMBER.length + 2 * INTEGER + SAMPLES.length + LENGTH_PREFIX;
    return this;
  }

  /** An immutable value in its verbatim bencoding. */
  public ReplyWriter value(Bytes stored) {
    value = stored;
    room -= VALUE.length + value.length();
    return this;
  }

  /** A signed item; its salt is not told. */
  public ReplyWriter item(MutableItem item) {
    publicKey = item.publicKey();
    signature = item.signature();
    room -= PUBLIC_KEY.length + SIGNATURE.length + 2 * LENGTH_PREFIX;
    room -= publicKey.length() + signature.length();
    return sequence(item.sequence()).value(item.value());
  }

  /** Only the number of the item stored, since the asker has the item already. */
  public ReplyWriter sequence(long ofItem) {
    sequence = OptionalLong.of(ofItem);
    room -= SEQUENCE.length + INTEGER;
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
    writer.raw(RESULTS);
    string(PEER_FILTER, peerFilter);
    string(SEED_FILTER, seedFilter);
    writer.raw(ID).raw(id);
    if (hasSamples) {
      writer.raw(INTERVAL).integer(sampleInterval);
    }
    string(PUBLIC_KEY, publicKey);
    if (want.ipv4()) {
      nodes(NODES, true, CompactNodes.IPV4_STRIDE);
    }
    if (want.ipv6()) {
      nodes(NODES6, false, CompactNodes.IPV6_STRIDE);
    }
    if (hasSamples) {
      writer.raw(NUMBER).integer(infohashCount);
      samples();
    }
    if (sequence.isPresent()) {
      writer.raw(SEQUENCE).integer(sequence.getAsLong());
    }
    string(SIGNATURE, signature);
    string(TOKEN, token);
    if (!value.isEmpty()) {
      writer.raw(VALUE).raw(value);
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
    writer.clear().raw(ERROR_LIST).integer(code.number()).string(code.text()).end();
    ownAddress();
    return end(Envelope.ERROR_END);
  }

  private void ownAddress() {
    if (asker != null) {
      writer.raw(OWN_ADDRESS).beginString(CompactEndpoint.size(asker));
      CompactEndpoint.write(writer, asker);
    }
  }

  private int end(byte[] envelopeEnd) {
    writer.raw(Envelope.TRANSACTION).string(transaction).raw(envelopeEnd);
    return writer.length();
  }

  private void string(byte[] name, Bytes content) {
    if (!content.isEmpty()) {
      writer.raw(name).string(content);
    }
  }

  private void nodes(byte[] name, boolean ipv4, int stride) {
    int count = 0;
    for (int i = 0; i < contactCount; i++) {
      if (contacts[i].endpoint().isIpv4() == ipv4) {
        count++;
      }
    }
    count = fitting(count, stride);
    writer.raw(name).beginString(count * stride);
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
    writer.raw(SAMPLES).beginString(count * Key.BYTES);
    for (int i = 0; i < count; i++) {
      writer.raw(samples[i]);
    }
  }

  private void peers() {
    writer.raw(VALUES);
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

  /** How many of {@code count} elements there is room for; takes that room. */
  private int fitting(int count, int elementSize) {
    int fitting = Math.min(count, room / elementSize);
    room -= fitting * elementSize;
    return fitting;
  }
}
