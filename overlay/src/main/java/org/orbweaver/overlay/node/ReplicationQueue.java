package org.orbweaver.overlay.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keep.RepairRate;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.node.Creditor.Manner;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.wire.PacketHandler;

/**
 * Which entries this peer owes to whom, and their delivery in batches: of each manner one is on its
 * way to a creditor at a time, so that what comes meanwhile shares the next. A batch that stays
 * unanswered is owed as before, and so is what another has promised to bring. What somebody was
 * found to lack, and what is large, goes at the repair rate, most endangered first.
 */
final class ReplicationQueue {
  private static final int MOST_ENTRIES = 512;
  private static final int MOST_BYTES = 256 << 10;
  private static final byte[] NAME_ONLY = {};

  /** As much as is entered at a time when the view changes. */
  private static final int MOST_OWED_TO_STUCK = Rebalancing.MOST_OWED;

  private static final int MOST_STUCK = 1 << 12;

  /**
   * Who answers pings and has not taken an entry for so long is treated as one that declines it:
   * the next in the row is brought it instead. A member that only looks alive would otherwise keep
   * every page of which it should hold a copy from ever being finished.
   */
  private static final long MOST_PATIENCE = 120_000_000_000L;

  /** A promise is void after two minutes; a few may follow each other. */
  private static final long PATIENCE_WITH_PROMISES = 5 * MOST_PATIENCE;

  /** After which what another has promised is offered again. */
  private static final long PAUSE_AFTER_PROMISE = 5_000_000_000L;

  /** Brings a message to a peer and says what the peer answered, or null for nothing. */
  interface Carrier {
    void carry(long now, Endpoint to, RpcMessage.Call message, Answer answer);
  }

  /** See {@link Carrier}. */
  interface Answer {
    void received(long now, @Nullable RpcMessage reply);
  }

  /** Is told how pending transfers end. */
  interface Settlement {
    /** Whether who says that all r have these would have the same peers keep them. */
    boolean agrees(RpcMessage.Kept reply, List<EntryId> about);

    /**
     * The creditor has it, but knows of a holder that is away: whether it may be asked again later,
     * because nobody waits for the answer.
     */
    boolean mayWait(EntryId id);

    /** All r have it, and this peer is none of them or need not be. */
    void everywhere(EntryId id);

    /** It is owed to nobody any more. */
    void paid(EntryId id);

    /** That one does not keep it, by a rule of its operator's, or for no reason that it gave. */
    void declined(Endpoint by, EntryId id);

    /** It is named here, but could not be read. */
    void damaged(EntryId id);
  }

  private final Disk disk;
  private final boolean large;
  private final Carrier carrier;
  private final Settlement settlement;
  private final Map<Endpoint, Creditor> accounts = new HashMap<>();
  private final Map<EntryId, Integer> creditors = new HashMap<>();

  /** On how many disks they are, of those that are offered because they are on too few. */
  private final Map<EntryId, Integer> copiesLeft = new HashMap<>();

  private final TreeSet<Endpoint> ready = new TreeSet<>();
  private final TreeSet<Endpoint> paused = new TreeSet<>();

  /** When the first of these may be sent something again. */
  private long rested = Creditor.NEVER;

  private final TreeSet<Endpoint> repaired = new TreeSet<>();

  /** What somebody lacks and was promised by another: owed, and asked about later. */
  private final ArrayDeque<Postponed> postponed = new ArrayDeque<>();

  /** Who had taken nothing for minutes when the view changed, and since when. */
  private final Map<Endpoint, Long> stuck = new LruMap<>(MOST_STUCK);

  private final RepairRate rate;
  private long repairBytes;
  private long lately;

  /**
   * Pieces on their way to somebody, whatever the view has become since: they arrive all the same,
   * and are not sent once more meanwhile.
   */
  private final Set<Shipment> shipped = new HashSet<>();

  private record Shipment(Endpoint to, EntryId id) {}

  private record Postponed(long until, Endpoint to, EntryId id, Manner manner) {}

  /** Answers to batches sent before the view changed settle nothing. */
  private int generation;

  /**
   * @param large whether entries are asked for by name before they are sent
   */
  ReplicationQueue(
      Disk disk, boolean large, RepairRate rate, Carrier carrier, Settlement settlement) {
    this.disk = disk;
    this.rate = rate;
    this.large = large;
    this.carrier = carrier;
    this.settlement = settlement;
  }

  void owe(Endpoint to, EntryId id, boolean everywhere) {
    add(to, id, !everywhere ? Manner.SEND : large ? Manner.ASK : Manner.EVERYWHERE);
  }

  /** It is to say by name whether all r have it. */
  void ask(Endpoint to, EntryId id) {
    add(to, id, Manner.ASK);
  }

  /**
   * @param copies on how many disks it is, as far as can be known
   */
  void offer(Endpoint to, EntryId id, int copies) {
    copiesLeft.merge(id, copies, Math::min);
    add(to, id, Manner.OFFER);
  }

  /** It says that it lacks it. */
  void repair(Endpoint to, EntryId id, int copies) {
    copiesLeft.merge(id, copies, Math::min);
    add(to, id, large ? Manner.REPAIR : Manner.SEND);
  }

  private void add(Endpoint to, EntryId id, Manner manner) {
    Creditor account = account(to);
    Manner before = account.owed.get(id);
    if (before == null && account.owed.size() >= MOST_OWED_TO_STUCK && isStuck(account)) {
      if (manner.compareTo(Manner.ASK) < 0) {
        settlement.declined(to, id);
      }
      return;
    }
    if (before == null) {
      account.begin(lately);
      creditors.merge(id, 1, Integer::sum);
    } else if (before.compareTo(manner) >= 0) {
      if (large && before.isBare() && !account.waiting(before).contains(id)) {
        return; // on its way, and there is no other version; unanswered, it goes again
      }
      // Owed already. If it is on its way, that may be an older version, or its answer may be about
      // a swarm that has changed: it goes once more.
      enter(to, account, before, id);
      return;
    } else {
      account.waiting(before).remove(id);
    }
    account.owed.put(id, manner);
    enter(to, account, manner, id);
  }

  private void enter(Endpoint to, Creditor account, Manner manner, EntryId id) {
    if (manner == Manner.REPAIR) {
      account.waiting(manner).add(id, copiesLeft.getOrDefault(id, 0));
      repaired.add(to);
    } else {
      account.waiting(manner).add(id, 0);
      ready.add(to);
    }
  }

  boolean isPaid(EntryId id) {
    return !creditors.containsKey(id);
  }

  int size() {
    return creditors.size();
  }

  /**
   * The same without what is owed to those of whom nothing has been taken for minutes, if there is
   * much: one that never takes or never agrees would otherwise keep this peer from all that waits
   * until there is room.
   */
  int moving() {
    if (creditors.size() < MOST_OWED_TO_STUCK) {
      return creditors.size();
    }
    return accounts.values().stream()
        .filter(account -> !isStuck(account))
        .mapToInt(account -> account.owed.size())
        .sum();
  }

  private boolean isStuck(Creditor account) {
    return lately - account.movedAt() >= MOST_PATIENCE;
  }

  /** Forgets all; returns what was owed to anybody. */
  Set<EntryId> clear() {
    Set<EntryId> owed = new TreeSet<>(creditors.keySet());
    accounts.forEach(
        (to, account) -> {
          if (!account.owed.isEmpty() && isStuck(account)) {
            stuck.put(to, account.movedAt());
          } else {
            stuck.remove(to);
          }
        });
    accounts.clear();
    creditors.clear();
    copiesLeft.clear();
    ready.clear();
    paused.clear();
    rested = Creditor.NEVER;
    repaired.clear();
    postponed.clear();
    generation++;
    return owed;
  }

  /** Sends what may be sent; returns when more may, if only time stands against it. */
  long pay(long now) {
    lately = Math.max(lately, now);
    while (!postponed.isEmpty() && postponed.getFirst().until() <= now) {
      Postponed first = postponed.removeFirst();
      again(first.to(), account(first.to()), first.id(), first.manner());
    }
    if (now >= rested) {
      rested = Creditor.NEVER;
      ready.addAll(paused);
      paused.clear();
    }
    while (!ready.isEmpty()) {
      Endpoint to = ready.pollFirst();
      Creditor account = accounts.get(to);
      if (account == null) {
        continue;
      }
      for (Manner manner : Manner.values()) {
        if (manner != Manner.REPAIR && mayGo(now, account, manner)) {
          send(now, to, account, manner);
        }
      }
      long until = account.restsUntil(now);
      if (until < Creditor.NEVER) {
        paused.add(to);
        rested = Math.min(rested, until);
      }
    }
    long next = postponed.isEmpty() ? PacketHandler.NEVER : postponed.getFirst().until();
    return Math.min(next, repair(now));
  }

  private static boolean mayGo(long now, Creditor account, Manner manner) {
    return !account.onTheWay.contains(manner) && !account.rests(now, manner);
  }

  private long repair(long now) {
    while (rate.isFree(now)) {
      Endpoint to = mostInNeed(now);
      if (to == null) {
        return PacketHandler.NEVER;
      }
      send(now, to, account(to), Manner.REPAIR);
    }
    return repaired.isEmpty() ? PacketHandler.NEVER : rate.freeAt();
  }

  /** Who lacks what the fewest have, of those that are not being sent something. */
  private @Nullable Endpoint mostInNeed(long now) {
    repaired.removeIf(to -> account(to).waiting(Manner.REPAIR).isEmpty());
    Endpoint most = null;
    int fewest = Integer.MAX_VALUE;
    for (Endpoint to : repaired) {
      Creditor account = account(to);
      EntryId first = account.waiting(Manner.REPAIR).first();
      int copies = copiesLeft.getOrDefault(first, 0);
      if (copies < fewest && mayGo(now, account, Manner.REPAIR)) {
        most = to;
        fewest = copies;
      }
    }
    return most;
  }

  private Creditor account(Endpoint to) {
    return accounts.computeIfAbsent(to, t -> new Creditor(stuck.get(t), lately));
  }

  /** What was sent to those who lacked it, in bytes. */
  long repairBytes() {
    return repairBytes;
  }

  private void send(long now, Endpoint to, Creditor account, Manner manner) {
    List<Entry> batch = batch(account, manner);
    if (batch.isEmpty()) {
      if (!account.waiting(manner).isEmpty()) {
        ready.add(to); // those looked at have been deleted; there are more
      }
      return;
    }
    account.onTheWay.add(manner);
    if (manner == Manner.REPAIR) {
      long bytes = batch.stream().mapToLong(entry -> entry.body().length).sum();
      repairBytes += bytes;
      rate.spend(now, bytes);
    }
    int sentIn = generation;
    List<Shipment> load =
        large && manner.isBare()
            ? batch.stream().map(entry -> new Shipment(to, entry.id())).toList()
            : List.of();
    shipped.addAll(load);
    carrier.carry(
        now,
        to,
        message(batch, manner),
        (at, reply) -> {
          account.onTheWay.remove(manner);
          load.forEach(shipped::remove);
          if (sentIn == generation) {
            ready.add(to);
            settle(at, to, account, manner, batch, reply);
          }
        });
  }

  /** The next entries in key order; of those simply sent, only such as share a call. */
  private List<Entry> batch(Creditor account, Manner manner) {
    List<Entry> batch = new ArrayList<>();
    int bytes = 0;
    for (EntryId id : account.next(manner, 2 * MOST_ENTRIES)) {
      Entry entry = entry(id, manner);
      boolean otherCall =
          entry != null
              && manner == Manner.SEND
              && !batch.isEmpty()
              && batch.getFirst().rank() > 0 != entry.rank() > 0;
      if (otherCall) {
        continue;
      }
      account.waiting(manner).remove(id);
      if (entry == null) {
        if (disk.rank(id) >= 0) {
          settlement.damaged(id);
        }
        forget(account, id);
        continue;
      }
      batch.add(entry);
      bytes += entry.body().length;
      if (batch.size() >= MOST_ENTRIES || bytes >= MOST_BYTES) {
        break;
      }
    }
    return batch;
  }

  /** The entry; where only its name is sent, without its body. */
  private @Nullable Entry entry(EntryId id, Manner manner) {
    if (!large || manner.isSent()) {
      return disk.get(id);
    }
    int rank = disk.rank(id);
    return rank < 0 ? null : new Entry(id, rank, NAME_ONLY);
  }

  private static RpcMessage.Call message(List<Entry> batch, Manner manner) {
    return switch (manner) {
      case OFFER, ASK ->
          new RpcMessage.RefreshTask(
              batch.stream().map(RpcMessage.Offer::of).toList(), manner == Manner.ASK);
      case EVERYWHERE -> new RpcMessage.StoreBackup(sorted(batch), true);
      case REPAIR, SEND ->
          batch.getFirst().rank() > 0
              ? new RpcMessage.DeleteBackup(sorted(batch))
              : new RpcMessage.StoreBackup(sorted(batch), false);
    };
  }

  private static List<Entry> sorted(List<Entry> batch) {
    return batch.stream().sorted(Entry.BY_CONTENT).toList();
  }

  private void settle(
      long now,
      Endpoint to,
      Creditor account,
      Manner manner,
      List<Entry> batch,
      @Nullable RpcMessage reply) {
    if (isAnswer(reply, manner)) {
      account.answered();
    }
    if (reply instanceof RpcMessage.Kept kept
        && (manner.compareTo(Manner.ASK) < 0 || settlement.agrees(kept, ids(batch)))) {
      account.goOn(manner);
      batch.forEach(entry -> paid(to, account, entry, manner));
    } else if (reply instanceof RpcMessage.Declined declined) {
      declined(now, to, account, manner, batch, declined);
    } else if (RpcMessage.Kept.HERE.equals(reply)) {
      for (Entry entry : batch) {
        if (account.owed.get(entry.id()) == manner && settlement.mayWait(entry.id())) {
          account.waiting(manner).remove(entry.id());
          forget(account, entry.id());
        } else {
          again(to, account, entry.id(), manner);
        }
      }
      account.rest(now, manner);
    } else if (reply instanceof RpcMessage.Wanted wanted
        && isAnswer(reply, manner)) { // else it would be sent for ever
      wanted(now, to, account, manner, batch, wanted);
    } else {
      account.rest(now, manner);
      batch.forEach(entry -> inVain(now, to, account, entry.id(), manner));
      if (!isAnswer(reply, manner) && account.silent(now) >= MOST_PATIENCE) {
        giveUp(to, account);
      }
    }
  }

  /** It says which of those that were named it lacks, or lacks and was promised by another. */
  private void wanted(
      long now,
      Endpoint to,
      Creditor account,
      Manner manner,
      List<Entry> batch,
      RpcMessage.Wanted wanted) {
    boolean askedAgain = false;
    for (int i = 0; i < batch.size(); i++) {
      EntryId id = batch.get(i).id();
      boolean comes = wanted.wants(i) && shipped.contains(new Shipment(to, id));
      if (wanted.wantsLater(i) || comes) {
        later(now, to, account, id, manner);
      } else if (wanted.wants(i) && manner == Manner.OFFER) {
        repair(to, id, copiesLeft.getOrDefault(id, 0));
      } else if (wanted.wants(i)) {
        add(to, id, Manner.EVERYWHERE);
      } else if (manner == Manner.ASK) {
        again(to, account, id, manner); // together with those it lacks
        askedAgain = true;
      } else {
        paid(to, account, batch.get(i), manner);
      }
    }
    if (askedAgain) {
      account.rest(now, manner); // or it would be asked as fast as it answers
    } else {
      account.goOn(manner);
    }
  }

  /** Another has promised it, again and again: one that lies is waited for no longer than this. */
  private void later(long now, Endpoint to, Creditor account, EntryId id, Manner manner) {
    if (manner.compareTo(Manner.ASK) < 0 && account.inVain(now, id) >= PATIENCE_WITH_PROMISES) {
      declined(to, account, id, manner);
    } else {
      postponed.add(new Postponed(now + PAUSE_AFTER_PROMISE, to, id, manner));
    }
  }

  private static boolean isAnswer(@Nullable RpcMessage reply, Manner manner) {
    return switch (reply) {
      case RpcMessage.Kept _, RpcMessage.Declined _ -> true;
      case RpcMessage.Wanted _ -> manner == Manner.OFFER || manner == Manner.ASK;
      case null, default -> false;
    };
  }

  /** It has answered nothing for minutes: nobody waits any longer for all that it was to take. */
  private void giveUp(Endpoint to, Creditor account) {
    for (Manner manner : List.of(Manner.OFFER, Manner.REPAIR, Manner.SEND)) {
      List<EntryId> all = new ArrayList<>();
      account.waiting(manner).forEach(all::add);
      all.forEach(id -> declined(to, account, id, manner));
    }
  }

  private void inVain(long now, Endpoint to, Creditor account, EntryId id, Manner manner) {
    if (account.inVain(now, id) < MOST_PATIENCE || manner.compareTo(Manner.ASK) >= 0) {
      again(to, account, id, manner);
    } else {
      declined(to, account, id, manner);
    }
  }

  private void declined(Endpoint to, Creditor account, EntryId id, Manner manner) {
    if (account.owed.get(id) == manner) {
      settlement.declined(to, id); // others may be owed it before this one is forgotten
      account.waiting(manner).remove(id);
      forget(account, id);
    }
  }

  /** What it declines is owed to it no more; of the rest it has said what it would have anyway. */
  private void declined(
      long now,
      Endpoint to,
      Creditor account,
      Manner manner,
      List<Entry> batch,
      RpcMessage.Declined reply) {
    List<Entry> rest = new ArrayList<>();
    byte[] wanted = new byte[Math.ceilDiv(batch.size(), 8)];
    for (int i = 0; i < batch.size(); i++) {
      Entry entry = batch.get(i);
      if (reply.declines(i)) {
        account.goOn(manner);
        declined(to, account, entry.id(), manner);
      } else {
        if (reply.wants(i)) {
          wanted[rest.size() / 8] |= (byte) (1 << rest.size() % 8);
        }
        rest.add(entry);
      }
    }
    if (!rest.isEmpty()) {
      RpcMessage implied =
          manner == Manner.OFFER || manner == Manner.ASK
              ? new RpcMessage.Wanted(wanted, new byte[0])
              : RpcMessage.Kept.HERE;
      settle(now, to, account, manner, rest, implied);
    }
  }

  private static List<EntryId> ids(List<Entry> batch) {
    return batch.stream().map(Entry::id).toList();
  }

  private void again(Endpoint to, Creditor account, EntryId id, Manner manner) {
    if (account.owed.get(id) == manner) {
      enter(to, account, manner, id);
    }
  }

  /** Unless it has grown since, was owed anew meanwhile, or is owed in a stronger manner by now. */
  private void paid(Endpoint to, Creditor account, Entry sent, Manner manner) {
    EntryId id = sent.id();
    if (account.owed.get(id) != manner || account.waiting(manner).contains(id)) {
      return;
    }
    if (hasGrown(sent)) {
      enter(to, account, manner, id);
      return;
    }
    if (manner.compareTo(Manner.ASK) >= 0) {
      settlement.everywhere(id);
    }
    forget(account, id);
  }

  private boolean hasGrown(Entry sent) {
    if (large) {
      return disk.rank(sent.id()) > sent.rank();
    }
    Entry current = disk.get(sent.id());
    return current != null && current.outranks(sent);
  }

  private void forget(Creditor account, EntryId id) {
    account.settled(id);
    account.moved(lately);
    if (account.owed.remove(id) != null) {
      creditors.computeIfPresent(id, (i, count) -> count == 1 ? null : count - 1);
      if (isPaid(id)) {
        copiesLeft.remove(id);
        settlement.paid(id);
      }
    }
  }
}
