package org.orbweaver.overlay.node;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;

/** Asks the holders of an entry for it, the primary first, until one has it. */
final class ValueLookup {
  private static final Rpc.Patience ONCE = new Rpc.Patience(1_000_000_000L, 2);

  /** Is told by whom one was refused. */
  interface Refusals {
    void refused(Endpoint by, RpcMessage.Refused refused);
  }

  /** Is told what was found, and with whom; nothing if nobody who answers has it. */
  interface Found {
    void is(@Nullable Entry entry, @Nullable Endpoint with);
  }

  private final Rpc rpc;
  private final EntryId id;
  private final RpcMessage.Call question;
  private final Predicate<Entry> genuine;
  private final Refusals refusals;
  private final Found found;
  private final ArrayDeque<Peer> left;

  ValueLookup(
      Rpc rpc,
      List<Peer> holders,
      EntryId id,
      RpcMessage.Call question,
      Predicate<Entry> genuine,
      Refusals refusals,
      Found found) {
    this.rpc = rpc;
    this.id = id;
    this.question = question;
    this.genuine = genuine;
    this.refusals = refusals;
    this.found = found;
    this.left = new ArrayDeque<>(holders);
  }

  void askNext(long now) {
    Peer peer = left.pollFirst();
    if (peer == null) {
      found.is(null, null);
      return;
    }
    rpc.call(
        now,
        peer.address(),
        question,
        ONCE,
        Replies.of(
            (at, reply) -> {
              if (reply instanceof RpcMessage.Refused refused) {
                refusals.refused(peer.address(), refused);
              }
              if (reply instanceof RpcMessage.Value(List<Entry> values)
                  && values.size() == 1
                  && values.getFirst().id().equals(id)
                  && genuine.test(values.getFirst())) {
                found.is(values.getFirst(), peer.address());
              } else {
                askNext(at);
              }
            },
            this::askNext));
  }
}
