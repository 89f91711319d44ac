package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keep.AuditCalendar;
import org.orbweaver.overlay.keep.RepairRate;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
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
  private final Losses losses;
  private final Reconciliation reconciliation;
  private final Challenges challenges;
  private final Shedding shedding;
  private final Audits audits;
  private final Rpc rpc;
  private final ValueLookup.Refusals refusals;

  /**
   * @param secret by which only this peer knows when it audits what
   */
  Results(
      long startedAt,
      ResultHolders holders,
      Disk disk,
      ReplicationQueue.Carrier carrier,
      Rpc rpc,
      ValueLookup.Refusals refusals,
      OverlaySettings settings,
      RandomGenerator random,
      IntToLongFunction secret,
      Audits.Listener auditor,
      Declines declines) {
    this.refusals = refusals;
    this.holders = holders;
    this.rpc = rpc;
    ReplicationQueue.Carrier ofResults =
        (now, to, message, answer) ->
            carrier.carry(now, to, new RpcMessage.OfResults(message), answer);
    this.replication =
        new Replication(
            holders,
            disk,
            true,
            new RepairRate(settings.repairRate()),
            ofResults,
            NOTHING_TO_RUN,
            this::letGo,
            this::damaged,
            (before, now) -> null, // of a piece there is never a second version
            declines,
            settings.copies());
    this.shedding = new Shedding(startedAt, replication, disk, declines);
    this.losses = new Losses(replication, disk, ofResults);
    this.reconciliation =
        new Reconciliation(
            startedAt, replication, disk, losses, ofResults, settings.reconcileNanos());
    this.challenges = new Challenges(disk, losses, ofResults, random, replication::isDeclinedHere);
    AuditCalendar calendar =
        settings.auditNanos() == 0 ? null : new AuditCalendar(settings.auditNanos(), secret);
    this.audits = new Audits(startedAt, replication, disk, challenges, calendar, auditor);
  }

  private void letGo(EntryId id) {
    audits.letGo(id);
  }

  private void damaged(EntryId id) {
    losses.found(id);
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
  void find(long now, EntryId id, ValueLookup.Found found) {
    Entry here = get(id);
    if (here != null) {
      found.is(here, holders.self());
      return;
    }
    new ValueLookup(
            rpc,
            whoMayHave(id),
            id,
            new RpcMessage.OfResults(new RpcMessage.FindValue(id)),
            Piece::isGenuine,
            refusals,
            found)
        .askNext(now);
  }

  /** Its holders, and two more who may have it in the place of one that refuses it. */
  private List<Peer> whoMayHave(EntryId id) {
    List<Peer> all = new ArrayList<>(replication.otherHolders(id.key()));
    holders.now().living(id.key(), all.size() + 3).stream()
        .filter(peer -> !all.contains(peer) && !peer.address().equals(holders.self()))
        .limit(2)
        .forEach(all::add);
    return all;
  }

  /** Whoever reads a piece may be the first to notice that it is not there any more. */
  private @Nullable Entry get(EntryId id) {
    Entry piece = replication.get(id);
    if (piece == null) {
      losses.found(id);
    }
    return piece;
  }

  void onFind(RpcMessage.FindValue find, Rpc.ReplyTo replyTo) {
    Entry found = get(find.id());
    replyTo.send(new RpcMessage.Value(found == null ? List.of() : List.of(found)));
  }

  void onCall(long at, Endpoint from, RpcMessage.Call call, Rpc.ReplyTo replyTo) {
    switch (call) {
      case RpcMessage.StoreBackup(List<Entry> pieces, boolean everywhere) ->
          keep(from, pieces, everywhere, replyTo);
      case RpcMessage.RefreshTask(List<RpcMessage.Offer> offers, boolean everywhere) ->
          replication.offered(from, offers, everywhere, replyTo);
      case RpcMessage.Compare compare -> replyTo.send(reconciliation.onCompare(from, compare));
      case RpcMessage.Missing missing -> replyTo.send(losses.onMissing(at, from, missing));
      case RpcMessage.Challenge challenge -> challenges.onChallenge(at, from, challenge, replyTo);
      default -> {} // the codec lets no other through
    }
  }

  private void keep(Endpoint from, List<Entry> pieces, boolean everywhere, Rpc.ReplyTo replyTo) {
    byte[] declined = replication.declined(pieces.stream().map(Entry::id).toList());
    RpcMessage.Wanted left = new RpcMessage.Wanted(declined, new byte[0]);
    List<Entry> genuine = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      if (!left.wants(i) && Piece.isGenuine(pieces.get(i))) {
        genuine.add(pieces.get(i));
      }
    }
    genuine.forEach(piece -> replication.take(piece, from));
    if (!left.isNone()) {
      byte[] nothing = new byte[declined.length];
      replication.sync(() -> replyTo.send(new RpcMessage.Declined(nothing, declined)));
    } else if (everywhere) {
      replication.sayWhenEverywhere(from, genuine.stream().map(Entry::id).toList(), replyTo);
    } else {
      replication.sync(() -> replyTo.send(RpcMessage.Kept.HERE));
    }
  }

  long onTick(long now) {
    long next = holders.follow(now);
    next = Math.min(next, replication.followView(now));
    next = Math.min(next, Math.min(reconciliation.onTick(now), audits.onTick(now)));
    return Math.min(next, Math.min(losses.onTick(now), shedding.onTick(now)));
  }

  /** What operators' rules came to. */
  RefusalFigures refusals(Errands errands) {
    Refusers refusers = replication.refusers();
    List<EntryId> scarce = refusers.scarce();
    return new RefusalFigures(
        errands.handedOn(),
        errands.runForOthers(),
        replication.declinedHere(),
        refusers.declined(),
        scarce.size(),
        scarce.isEmpty() ? "" : scarce.getFirst().key().toString(),
        shedding.shed(),
        shedding.unshed());
  }

  long pay(long now) {
    return replication.pay(now);
  }

  /** How many pieces are still on their way somewhere, or are asked about. */
  int owed() {
    return replication.owed() + audits.open() + losses.open();
  }

  /** How well what is kept is looked after. */
  KeepFigures figures(Reconciliation ledger, Losses rows) {
    EntryId last = losses.last() == null ? rows.last() : losses.last();
    return new KeepFigures(
        Math.min(ledger.passes(), reconciliation.passes()),
        ledger.bytesRead() + reconciliation.bytesRead(),
        ledger.unread() + reconciliation.unread(),
        ledger.comparisons() + reconciliation.comparisons(),
        ledger.differing() + reconciliation.differing(),
        rows.found() + losses.found(),
        rows.repaired() + losses.repaired(),
        (long) rows.open() + losses.open(),
        rows.givenUp() + losses.givenUp(),
        last == null ? "" : last.key().toString(),
        audits.audited(),
        audits.failed(),
        audits.skipped(),
        audits.released(),
        replication.repairBytes(),
        audits.others());
  }
}
