package org.orbweaver.mainline;

import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;

/**
 * One query to one node, and what to do when it is decided: exactly one of reply, refusal and
 * silence comes, on the node's thread; a stall may come before.
 */
abstract class PendingQuestion {
  final Endpoint to;

  /** The ID under which we know the node; null if all we have is an address. */
  final @Nullable Key expectedId;

  /** When it was sent; set by whoever sends it. */
  long sentAt;

  PendingQuestion(Endpoint to, @Nullable Key expectedId) {
    this.to = to;
    this.expectedId = expectedId;
  }

  /** What is asked for, or null if for nothing in particular. */
  abstract @Nullable Key target();

  /**
   * Writes the packet.
   *
   * @return its length
   */
  abstract int write(QueryWriter packet, long transaction, Key ownId);

  /** Valid only within this call, like all that is read from a packet. */
  abstract void onReply(long now, Reply reply);

  /** The node answered with an error: it lives, but has nothing for us. */
  void onRefusal(long now, ErrorReply refusal) {
    onSilence(now);
  }

  /** The reply is later than nine of ten; it may still come (paper §2.4). */
  void onStall(long now) {}

  /** No reply will come, or none that can be believed. */
  abstract void onSilence(long now);

  /** Whether the node, if it answers, may enter our table: routers are not to be bothered. */
  boolean mayEnterTable() {
    return true;
  }
}
