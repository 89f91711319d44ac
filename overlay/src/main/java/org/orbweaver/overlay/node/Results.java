package org.orbweaver.overlay.node;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.Piece;

/**
 * What tasks brought, in pieces, on r disks by the rules that hold for tasks as well, with two
 * differences because they are large: {@link ResultHolders who is away} keeps its share for a day,
 * and no piece is sent to one who has it.
 */
final class Results {
  private static final Replication.Guarded NOTHING_TO_RUN =
      new Replication.Guarded() {
        @Override
        public void restart() {}

        @Override
        public void found(Entry entry) {}

        @Override
        public void came(Entry entry, boolean isNew) {}
      };

  private final ResultHolders holders;
  private final Replication replication;
  private final Rpc rpc;
  private final ValueLookup.Refusals refusals;

  Results(
      ResultHolders holders,
      Disk disk,
      ReplicationQueue.Carrier carrier,
      Rpc rpc,
      ValueLookup.Refusals refusals) {
    this.refusals = refusals;
    this.holders = holders;
    this.rpc = rpc;
    this.replication =
        new Replication(
            holders,
            disk,
            true,
            (now, to, message, answer) ->
                carrier.carry(now, to, new RpcMessage.OfResults(message), answer),
            NOTHING_TO_RUN);
  }

  /** Calls back when each of these, which are on this disk, is on r living ones. */
  void publish(List<EntryId> pieces, Runnable kept) {
    if (pieces.isEmpty()) {
      kept.run();
      return;
    }
    Countdown countdown = new Countdown(pieces.size() + 1, kept);
    pieces.forEach(id -> replication.publish(id, countdown::one));
    replication.sync(countdown::one);
  }

  /** Finds a piece, here or with who keeps it; null if none that answers has it. */
  void find(long now, EntryId id, Consumer<@Nullable Entry> found) {
    Entry here = replication.get(id);
    if (here != null) {
      found.accept(here);
      return;
    }
    new ValueLookup(
            rpc,
            replication.otherHolders(id.key()),
            id,
            new RpcMessage.OfResults(new RpcMessage.FindValue(id)),
            Piece::isGenuine,
            refusals,
            found)
        .askNext(now);
  }

  void onFind(RpcMessage.FindValue find, Rpc.ReplyTo replyTo) {
    Entry found = replication.get(find.id());
    replyTo.send(new RpcMessage.Value(found == null ? List.of() : List.of(found)));
  }

  void onCall(Endpoint from, RpcMessage.Call call, Rpc.ReplyTo replyTo) {
    switch (call) {
      case RpcMessage.StoreBackup(List<Entry> pieces, boolean everywhere) ->
          keep(from, pieces, everywhere, replyTo);
      case RpcMessage.RefreshTask(List<RpcMessage.Offer> offers, boolean everywhere) ->
          replication.offered(from, offers, everywhere, replyTo);
      default -> {} // the codec lets no other through
    }
  }

  private void keep(Endpoint from, List<Entry> pieces, boolean everywhere, Rpc.ReplyTo replyTo) {
    List<Entry> genuine = pieces.stream().filter(Piece::isGenuine).toList();
    genuine.forEach(piece -> replication.take(piece, from));
    if (everywhere) {
      replication.sayWhenEverywhere(from, genuine.stream().map(Entry::id).toList(), replyTo);
    } else {
      replication.sync(() -> replyTo.send(RpcMessage.Kept.HERE));
    }
  }

  long onTick(long now) {
    long next = holders.follow(now);
    return Math.min(next, replication.followView(now));
  }

  void pay(long now) {
    replication.pay(now);
  }

  /** How many pieces are still on their way somewhere. */
  int owed() {
    return replication.owed();
  }
}
