package org.orbweaver.wire.krpc;

import java.util.OptionalLong;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;

/**
 * Somebody asks us. The arguments that the {@link Method} cannot do without are there: the decoder
 * makes a query without them {@link Malformed}. Of a key given twice the last value counts.
 */
public final class Query extends Message {
  private final Method method;
  private final int methodName;
  private final int id;
  private final int target;
  private final int token;
  private final int port;
  private final Want want;
  private final int publicKey;
  private final int signature;
  private final int sequence;
  private final int expectedSequence;
  private final int salt;
  private final int value;
  private final boolean readOnly;
  private final boolean impliedPort;
  private final boolean scrape;
  private final boolean seed;
  private final boolean noSeed;

  Query(byte[] packet, int[] spans, Method method, Want want) {
    super(packet, spans);
    this.method = method;
    this.want = want;
    methodName = spans[Field.METHOD.slot()];
    id = spans[Field.ID.slot()];
    target = targetOf(method, spans);
    token = spans[Field.TOKEN.slot()];
    port = spans[Field.PORT.slot()];
    publicKey = spans[Field.PUBLIC_KEY.slot()];
    signature = spans[Field.SIGNATURE.slot()];
    sequence = spans[Field.SEQUENCE.slot()];
    expectedSequence = spans[Field.EXPECTED_SEQUENCE.slot()];
    salt = spans[Field.SALT.slot()];
    value = spans[Field.VALUE.slot()];
    readOnly = isSet(spans, Field.READ_ONLY);
    impliedPort = isSet(spans, Field.IMPLIED_PORT);
    scrape = isSet(spans, Field.SCRAPE);
    seed = isSet(spans, Field.SEED);
    noSeed = isSet(spans, Field.NO_SEED);
  }

  /** Unknown methods may name what they are after either way. */
  private static int targetOf(Method method, int[] spans) {
    int infoHash = spans[Field.INFO_HASH.slot()];
    int target = spans[Field.TARGET.slot()];
    return switch (method) {
      case GET_PEERS, ANNOUNCE_PEER -> infoHash;
      case UNKNOWN -> target != Span.ABSENT ? target : infoHash;
      case PING, FIND_NODE, GET, PUT, SAMPLE_INFOHASHES -> target;
    };
  }

  private boolean isSet(int[] spans, Field flag) {
    return Span.integer(packet, spans[flag.slot()], 0) != 0;
  }

  public Method method() {
    return method;
  }

  /** As the asker wrote it. */
  public Bytes methodName() {
    return Span.bytes(packet, methodName);
  }

  /** The asker's ID, as it claims. */
  public Key id() {
    return Key.read(packet, Span.offset(id));
  }

  public boolean hasTarget() {
    return target != Span.ABSENT;
  }

  /** The target or infohash; every method has one but ping, put and perhaps unknown ones. */
  public Key target() {
    if (!hasTarget()) {
      throw new IllegalStateException("a " + method + " query without a target");
    }
    return Key.read(packet, Span.offset(target));
  }

  /** The asker cannot be reached, so it belongs in no routing table (BEP 43). */
  public boolean readOnly() {
    return readOnly;
  }

  public Want want() {
    return want;
  }

  /** Empty if there is none. */
  public Bytes token() {
    return Span.bytes(packet, token);
  }

  /** The port announced, 0 if none or if it is none; to be ignored with {@link #impliedPort}. */
  public int port() {
    long number = Span.integer(packet, port, 0);
    return number == (number & 0xFFFF) ? (int) number : 0;
  }

  /** The announced port is the one the packet came from. */
  public boolean impliedPort() {
    return impliedPort;
  }

  /** Bloom filters are wanted (BEP 33). */
  public boolean scrape() {
    return scrape;
  }

  /** The announcer has the whole torrent (BEP 33). */
  public boolean seed() {
    return seed;
  }

  /** Peers that are no seeds are wanted (BEP 33). */
  public boolean noSeed() {
    return noSeed;
  }

  /** A put of a signed item: {@link #publicKey}, {@link #signature} and a sequence are there. */
  public boolean isMutablePut() {
    return method == Method.PUT && publicKey != Span.ABSENT;
  }

  /** An Ed25519 key of 32 bytes, or empty (BEP 44). */
  public Bytes publicKey() {
    return Span.bytes(packet, publicKey);
  }

  /** An Ed25519 signature of 64 bytes, or empty (BEP 44). */
  public Bytes signature() {
    return Span.bytes(packet, signature);
  }

  /** Of a put: the item's number; of a get: only a newer item is wanted (BEP 44). */
  public OptionalLong sequence() {
    return integer(sequence);
  }

  /** Store only if this is the number of what is stored now (BEP 44, {@code cas}). */
  public OptionalLong expectedSequence() {
    return integer(expectedSequence);
  }

  /** Empty if there is none, which BEP 44 means to be the same. */
  public Bytes salt() {
    return Span.bytes(packet, salt);
  }

  /** The verbatim bencoding of the value to store; empty if there is none (BEP 44). */
  public Bytes value() {
    return Span.bytes(packet, value);
  }
}
