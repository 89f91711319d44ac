package org.orbweaver.wire.krpc;

import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeKind;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.Bytes;

/**
 * Somebody answers. A reply does not say which method it answers; whoever asked knows. Everything
 * but the ID is optional, and nothing in it is to be believed.
 */
public final class Reply extends Message {
  private final int ownAddress;
  private final int id;
  private final int nodes;
  private final int nodes6;
  private final int values;
  private final int token;
  private final int samples;
  private final int number;
  private final int interval;
  private final int seedFilter;
  private final int peerFilter;
  private final int publicKey;
  private final int signature;
  private final int sequence;
  private final int value;

  Reply(byte[] packet, int[] spans) {
    super(packet, spans);
    ownAddress = spans[Field.OWN_ADDRESS.slot()];
    id = spans[Field.ID.slot()];
    nodes = spans[Field.NODES.slot()];
    nodes6 = spans[Field.NODES6.slot()];
    values = spans[Field.VALUES.slot()];
    token = spans[Field.TOKEN.slot()];
    samples = spans[Field.SAMPLES.slot()];
    number = spans[Field.NUMBER.slot()];
    interval = spans[Field.INTERVAL.slot()];
    seedFilter = spans[Field.SEED_FILTER.slot()];
    peerFilter = spans[Field.PEER_FILTER.slot()];
    publicKey = spans[Field.PUBLIC_KEY.slot()];
    signature = spans[Field.SIGNATURE.slot()];
    sequence = spans[Field.SEQUENCE.slot()];
    value = spans[Field.VALUE.slot()];
  }

  /** The answerer's ID, as it claims. */
  public Key id() {
    return Key.read(packet, Span.offset(id));
  }

  /** The IPv4 nodes told of; empty if none. */
  public CompactNodes nodes() {
    return CompactNodes.ipv4(packet, Span.offset(nodes), Span.length(nodes));
  }

  /** The IPv6 nodes told of (BEP 32); empty if none. */
  public CompactNodes nodes6() {
    return CompactNodes.ipv6(packet, Span.offset(nodes6), Span.length(nodes6));
  }

  /** Whether peers of the torrent are told at all. */
  public boolean hasPeers() {
    return values != Span.ABSENT;
  }

  /**
   * Hands over the torrent's peers, IPv4 and IPv6 as they come; entries of odd size are passed
   * over.
   */
  public void forEachPeer(Consumer<? super Endpoint> consumer) {
    if (!hasPeers()) {
      return;
    }
    BencodeReader list = MessageDecoder.newReader();
    list.open(packet, Span.offset(values), Span.end(values));
    list.enterList();
    while (list.nextItem()) {
      if (list.peek() == BencodeKind.STRING && list.readString()) {
        Endpoint peer = CompactEndpoint.read(packet, list.start(), list.length());
        if (peer != null) {
          consumer.accept(peer);
        }
      } else {
        list.skip();
      }
    }
  }

  /** Needed to announce or put there; empty if announcing is not welcome. */
  public Bytes token() {
    return Span.bytes(packet, token);
  }

  /** Where the answerer saw us ask from (BEP 42), or null if it did not tell. */
  public @Nullable Endpoint ownAddress() {
    return CompactEndpoint.read(packet, Span.offset(ownAddress), Span.length(ownAddress));
  }

  /** Whether the answerer knows BEP 51, even if it has no infohash to tell. */
  public boolean hasSamples() {
    return samples != Span.ABSENT;
  }

  public int sampleCount() {
    return Span.length(samples) / Key.BYTES;
  }

  /** One of the infohashes the answerer has peers for (BEP 51). */
  public Key sample(int index) {
    int checked = Objects.checkIndex(index, sampleCount());
    return Key.read(packet, Span.offset(samples) + checked * Key.BYTES);
  }

  /** How many infohashes the answerer has in all (BEP 51); empty if it did not tell. */
  public OptionalLong infohashCount() {
    return integer(number);
  }

  /** In how many seconds other samples may be had (BEP 51). */
  public OptionalLong sampleInterval() {
    return integer(interval);
  }

  /** The 256-byte Bloom filter of the seeds' addresses (BEP 33), or empty. */
  public Bytes seedFilter() {
    return Span.bytes(packet, seedFilter);
  }

  /** The 256-byte Bloom filter of the other peers' addresses (BEP 33), or empty. */
  public Bytes peerFilter() {
    return Span.bytes(packet, peerFilter);
  }

  /** An Ed25519 key of 32 bytes, or empty (BEP 44). */
  public Bytes publicKey() {
    return Span.bytes(packet, publicKey);
  }

  /** An Ed25519 signature of 64 bytes, or empty (BEP 44). */
  public Bytes signature() {
    return Span.bytes(packet, signature);
  }

  /** The number of the item stored, which may be told without the item (BEP 44). */
  public OptionalLong sequence() {
    return integer(sequence);
  }

  /** The verbatim bencoding of the value stored; empty if there is none (BEP 44). */
  public Bytes value() {
    return Span.bytes(packet, value);
  }
}
