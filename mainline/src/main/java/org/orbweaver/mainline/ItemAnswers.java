package org.orbweaver.mainline;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PerAddressLimit;
import org.orbweaver.wire.TokenBucket;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.ErrorCode;
import org.orbweaver.wire.krpc.Method;
import org.orbweaver.wire.krpc.MutableItem;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.ReplyWriter;

/**
 * Answers {@code get} and {@code put} (BEP 44). Signatures are checked for those who hold a token,
 * within a limit for all and one for each address: otherwise a thousand forged items a second, some
 * ten megabits, would keep this thread from doing anything else.
 */
final class ItemAnswers implements Answers {
  private static final double PUTS_PER_ADDRESS = 2;
  private static final int PUT_BURST = 20;
  private static final int PUTTERS = 1 << 12;

  private final ReplyWriter reply;
  private final ClosestNodes closest;
  private final AnnounceTokens tokens;
  private final TokenBucket verifications;
  private final PerAddressLimit puts;

  ItemAnswers(
      ReplyWriter reply,
      ClosestNodes closest,
      AnnounceTokens tokens,
      TokenBucket verifications,
      RandomGenerator random) {
    this.reply = reply;
    this.closest = closest;
    this.tokens = tokens;
    this.verifications = verifications;
    this.puts = new PerAddressLimit(PUTS_PER_ADDRESS, PUT_BURST, PUTTERS, random);
  }

  @Override
  public int write(long now, LocalHome home, Endpoint asker, Query query) {
    if (query.method() == Method.GET) {
      return get(now, home, asker, query);
    }
    ErrorCode refusal = put(now, home, asker, query);
    return refusal == null
        ? reply.to(query, asker, home.id()).write()
        : reply.error(query, asker, refusal);
  }

  private int get(long now, LocalHome home, Endpoint asker, Query query) {
    reply.to(query, asker, home.id()).token(tokens.issue(now, asker));
    StoredItem item = home.network().items().get(query.target());
    if (item instanceof SignedItem(MutableItem parts)) {
      if (parts.sequence() > query.sequence().orElse(Long.MIN_VALUE)) {
        reply.item(parts);
      } else {
        reply.sequence(parts.sequence());
      }
    } else if (item != null) {
      reply.value(item.value());
    }
    return closest.addTo(reply, query, query.want().orFamilyOf(asker)).write();
  }

  private @Nullable ErrorCode put(long now, LocalHome home, Endpoint asker, Query query) {
    if (!tokens.accepts(now, asker, query.token())) {
      return ErrorCode.PROTOCOL;
    }
    if (query.value().length() > StoredItem.MAX_VALUE_BYTES) {
      return ErrorCode.VALUE_TOO_BIG;
    }
    if (!puts.tryTake(now, asker)) {
      return ErrorCode.SERVER;
    }
    StoredItems items = home.network().items();
    StoredItem item = item(query);
    if (items.needsVerification(item) && !verifications.tryTake(now)) {
      return ErrorCode.SERVER;
    }
    return items.put(now, asker, item, query.expectedSequence());
  }

  /** A copy: the packet's bytes are the driver's again soon. */
  private static StoredItem item(Query query) {
    Bytes value = Bytes.of(query.value().toArray());
    if (!query.isMutablePut()) {
      return new ImmutableItem(value);
    }
    return new SignedItem(
        new MutableItem(
            Bytes.of(query.publicKey().toArray()),
            Bytes.of(query.salt().toArray()),
            query.sequence().orElse(0),
            Bytes.of(query.signature().toArray()),
            value));
  }
}
