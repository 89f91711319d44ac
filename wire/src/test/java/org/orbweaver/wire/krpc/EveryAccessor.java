package org.orbweaver.wire.krpc;

import java.util.OptionalLong;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;

/** Asks a message for everything it can tell, as the most curious handler would. */
public final class EveryAccessor {
  private EveryAccessor() {}

  /** A number that depends on all values, so that no read is optimised away. */
  public static long touch(Message message) {
    long sum = sum(message.transaction()) + sum(message.version()) + message.transactionNumber();
    return sum
        + switch (message) {
          case Query query -> touch(query);
          case Reply reply -> touch(reply);
          case ErrorReply error -> error.code() + sum(error.text());
          case Malformed malformed ->
              malformed.reason().name().length() + sum(malformed.isAnswerable());
        };
  }

  private static long touch(Query query) {
    long sum = query.method().name().length() + sum(query.methodName()) + sum(query.id());
    if (query.hasTarget()) {
      sum += sum(query.target());
    }
    sum += sum(query.readOnly()) + sum(query.want().ipv4()) + sum(query.want().ipv6());
    sum += sum(query.token()) + query.port() + sum(query.impliedPort()) + sum(query.scrape());
    sum += sum(query.seed()) + sum(query.noSeed()) + sum(query.isMutablePut());
    sum += sum(query.publicKey()) + sum(query.signature()) + sum(query.sequence());
    return sum + sum(query.expectedSequence()) + sum(query.salt()) + sum(query.value());
  }

  private static long touch(Reply reply) {
    long[] sum = {sum(reply.id()) + sum(reply.nodes()) + sum(reply.nodes6())};
    reply.forEachPeer(peer -> sum[0] += sum(peer));
    Endpoint own = reply.ownAddress();
    sum[0] += own == null ? 0 : sum(own);
    for (int i = 0; i < reply.sampleCount(); i++) {
      sum[0] += sum(reply.sample(i));
    }
    sum[0] += sum(reply.hasPeers()) + sum(reply.token()) + sum(reply.hasSamples());
    sum[0] += sum(reply.infohashCount()) + sum(reply.sampleInterval());
    sum[0] += sum(reply.seedFilter()) + sum(reply.peerFilter()) + sum(reply.publicKey());
    return sum[0] + sum(reply.signature()) + sum(reply.sequence()) + sum(reply.value());
  }

  public static long sum(CompactNodes nodes) {
    long sum = nodes.size();
    for (int i = 0; i < nodes.size(); i++) {
      sum += sum(nodes.id(i)) + sum(nodes.endpoint(i));
    }
    return sum;
  }

  private static long sum(Bytes bytes) {
    long sum = bytes.length();
    for (int i = 0; i < bytes.length(); i++) {
      sum += bytes.at(i);
    }
    return sum;
  }

  private static long sum(Key key) {
    return key.high() + key.middle() + key.low();
  }

  private static long sum(Endpoint endpoint) {
    return endpoint.high() + endpoint.low() + endpoint.port();
  }

  private static long sum(boolean flag) {
    return flag ? 1 : 0;
  }

  private static long sum(OptionalLong number) {
    return number.orElse(0);
  }
}
