package org.orbweaver.mainline;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.krpc.ErrorCode;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.ReplyWriter;

/**
 * Answers {@code ping} and {@code find_node}, and everything unknown that has a target: so
 * extensions we have not heard of can still be looked up through us, as libtorrent does it.
 */
final class NodeAnswers implements Answers {
  private final ReplyWriter reply;
  private final ClosestNodes closest;

  NodeAnswers(ReplyWriter reply, ClosestNodes closest) {
    this.reply = reply;
    this.closest = closest;
  }

  @Override
  public int write(long now, LocalHome home, Endpoint asker, Query query) {
    if (query.hasTarget()) {
      reply.to(query, asker, home.id());
      return closest.addTo(reply, query, query.want().orFamilyOf(asker)).write();
    }
    return switch (query.method()) {
      case PING -> reply.to(query, asker, home.id()).write();
      default -> reply.error(query, asker, ErrorCode.METHOD_UNKNOWN);
    };
  }
}
