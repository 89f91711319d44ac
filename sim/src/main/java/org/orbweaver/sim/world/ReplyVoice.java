package org.orbweaver.sim.world;

import java.nio.charset.StandardCharsets;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.ErrorCode;

/**
 * Writes the world's packets, each over the one before. Not {@code wire}'s writer: the world speaks
 * with many clients' voices and must be able to say what no decent node would. Parts are given in
 * the order in which bencoding sorts them.
 */
final class ReplyVoice {
  private static final byte[] ADDRESS = ascii("2:ip");
  private static final byte[] RESULTS = ascii("1:rd2:id20:");
  private static final byte[] INTERVAL = ascii("8:interval");
  private static final byte[] NUMBER = ascii("3:num");
  private static final byte[] SAMPLES = ascii("7:samples");
  private static final byte[] TOKEN = ascii("5:token");
  private static final byte[] VALUES = ascii("6:valuesl");
  private static final byte[] ERROR = ascii("1:e");
  private static final byte[] TRANSACTION = ascii("1:t");
  private static final byte[] VERSION = ascii("1:v");
  private static final byte[] REPLY_END = ascii("1:y1:re");
  private static final byte[] ERROR_END = ascii("1:y1:ee");

  private final BencodeWriter writer = new BencodeWriter(4096);

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  byte[] buffer() {
    return writer.buffer();
  }

  int length() {
    return writer.length();
  }

  /** Starts a reply; clients that know BEP 42 tell the asker its address. */
  ReplyVoice begin(ClientKind client, Endpoint asker, Key id) {
    writer.clear().beginDictionary();
    if (client.secure()) {
      writer.raw(ADDRESS).beginString(compactSize(asker));
      endpoint(asker);
    }
    writer.raw(RESULTS).raw(id);
    return this;
  }

  ReplyVoice interval(long seconds) {
    writer.raw(INTERVAL).integer(seconds);
    return this;
  }

  /** Announces a list of nodes, {@code nodes} or {@code nodes6}; {@link #node} gives them. */
  ReplyVoice nodes(int count, boolean ipv4) {
    writer.string(ipv4 ? "nodes" : "nodes6").beginString(count * (ipv4 ? 26 : 38));
    return this;
  }

  void node(Key id, Endpoint endpoint) {
    writer.raw(id);
    endpoint(endpoint);
  }

  ReplyVoice samples(Key[] infohashes, int count, int total) {
    writer.raw(NUMBER).integer(total).raw(SAMPLES).beginString(Key.BYTES * count);
    for (int i = 0; i < count; i++) {
      writer.raw(infohashes[i]);
    }
    return this;
  }

  ReplyVoice token(long token) {
    writer.raw(TOKEN).beginString(WriteTokens.BYTES).raw(token, WriteTokens.BYTES);
    return this;
  }

  ReplyVoice peers(Endpoint[] peers, int count) {
    if (count > 0) {
      writer.raw(VALUES);
      for (int i = 0; i < count; i++) {
        writer.beginString(compactSize(peers[i]));
        endpoint(peers[i]);
      }
      writer.end();
    }
    return this;
  }

  void end(ClientKind client, Bytes transaction) {
    writer.end();
    close(client, transaction, REPLY_END);
  }

  void error(ClientKind client, Bytes transaction, ErrorCode code, String text) {
    writer.clear().beginDictionary().raw(ERROR).beginList();
    writer.integer(code.number()).string(text).end();
    close(client, transaction, ERROR_END);
  }

  private void close(ClientKind client, Bytes transaction, byte[] end) {
    writer.raw(TRANSACTION).string(transaction);
    if (client.sharedVersion().length > 0) {
      writer.raw(VERSION).string(client.sharedVersion());
    }
    writer.raw(end);
  }

  /** Bytes that are no message. */
  void junk(long hash) {
    writer.clear();
    int longs = 1 + Mix.below(hash, 40);
    for (int i = 0; i < longs; i++) {
      writer.raw(Mix.hash(hash, i), 8);
    }
  }

  private static int compactSize(Endpoint endpoint) {
    return endpoint.isIpv4() ? 6 : 18;
  }

  private void endpoint(Endpoint endpoint) {
    if (endpoint.isIpv4()) {
      writer.raw(endpoint.ipv4(), 4);
    } else {
      writer.raw(endpoint.high(), 8).raw(endpoint.low(), 8);
    }
    writer.raw(endpoint.port(), 2);
  }
}
