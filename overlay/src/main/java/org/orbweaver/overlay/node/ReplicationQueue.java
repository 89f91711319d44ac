package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;

/**
 * Which entries this peer owes to whom, and their delivery in batches: of each manner one is on its
 * way to a creditor at a time, so that what comes meanwhile shares the next. A batch that stays
 * unanswered is owed as before.
 */
final class ReplicationQueue {
  private static final int MOST_ENTRIES = 512;
  private static final int MOST_BYTES = 256 << 10;
  private static final byte[] NAME_ONLY = {};
  private static final long PAUSE_AFTER_SILENCE = 2_000_000_000L;

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
  }

  /** How an entry is owed; the later outdo the earlier. */
  private enum Manner {
    /** It may have it: ask first. */
    OFFER,
    /** It is known or likely to lack it. */
    SEND,
    /** It is to say by name when all r have it, or that it lacks it itself. */
    ASK,
    /** It is to say when all r have it. */
    EVERYWHERE
  }

  private static final class Account {
    private final Map<EntryId, Manner> owed = new HashMap<>();
    private final Map<Manner, SortedSet<EntryId>> waiting = new EnumMap<>(Manner.class);
    private final Set<Manner> onTheWay = EnumSet.noneOf(Manner.class);
    private long pausedUntil;

    SortedSet<EntryId> waiting(Manner manner) {
      return waiting.computeIfAbsent(manner, m -> new TreeSet<>());
    }
  }

  private final Disk disk;
  private final boolean large;
  private final Carrier carrier;
  private final Settlement settlement;
  private final Map<Endpoint, Account> accounts = new HashMap<>();
  private final Map<EntryId, Integer> creditors = new HashMap<>();
  private final TreeSet<Endpoint> ready = new TreeSet<>();
  private final TreeSet<Endpoint> paused = new TreeSet<>();

  /** Answers to batches sent before the view changed settle nothing. */
  private int generation;

  /**
   * @param large whether entries are asked for by name before they are sent
   */
  ReplicationQueue(Disk disk, boolean large, Carrier carrier, Settlement settlement) {
    this.disk = disk;
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

  void offer(Endpoint to, EntryId id) {
    add(to, id, Manner.OFFER);
  }

  private void add(Endpoint to, EntryId id, Manner manner) {
    Account account = accounts.computeIfAbsent(to, t -> new Account());
    Manner before = account.owed.get(id);
    if (before == null) {
      creditors.merge(id, 1, Integer::sum);
    } else if (before.compareTo(manner) >= 0) {
      // Owed already. If it is on its way, that may be an older version, or its answer may be about
      // a swarm that has changed: it goes once more.
      account.waiting(before).add(id);
      ready.add(to);
      return;
    } else {
      account.waiting(before).remove(id);
    }
    account.owed.put(id, manner);
    account.waiting(manner).add(id);
    ready.add(to);
  }

  boolean isPaid(EntryId id) {
    return !creditors.containsKey(id);
  }

  int size() {
    return creditors.size();
  }

  /** Forgets all; returns what was owed to anybody. */
  Set<EntryId> clear() {
    Set<EntryId> owed = new TreeSet<>(creditors.keySet());
    accounts.clear();
    creditors.clear();
    ready.clear();
    paused.clear();
    generation++;
    return owed;
  }

  void pay(long now) {
    paused.removeIf(
        to -> {
          Account account = accounts.get(to);
          return account == null || (now >= account.pausedUntil && ready.add(to));
        });
    while (!ready.isEmpty()) {
      Endpoint to = ready.pollFirst();
      Account account = accounts.get(to);
      if (account == null) {
        continue;
      }
      if (now < account.pausedUntil) {
        paused.add(to);
        continue;
      }
      for (Manner manner : Manner.values()) {
        if (!account.onTheWay.contains(manner)) {
          send(now, to, account, manner);
        }
      }
    }
  }

  private void send(long now, Endpoint to, Account account, Manner manner) {
    List<Entry> batch = batch(account, manner);
    if (batch.isEmpty()) {
      if (!account.waiting(manner).isEmpty()) {
        ready.add(to); // those looked at have been deleted; there are more
      }
      return;
    }
    account.onTheWay.add(manner);
    int sentIn = generation;
    carrier.carry(
        now,
        to,
        message(batch, manner),
        (at, reply) -> {
          account.onTheWay.remove(manner);
          if (sentIn == generation) {
            ready.add(to);
            settle(at, to, account, manner, batch, reply);
          }
        });
  }

  /** The next entries in key order; of those simply sent, only such as share a call. */
  private List<Entry> batch(Account account, Manner manner) {
    List<Entry> batch = new ArrayList<>();
    int bytes = 0;
    List<EntryId> next = new ArrayList<>();
    for (EntryId id : account.waiting(manner)) {
      if (next.size() == 2 * MOST_ENTRIES) {
        break;
      }
      next.add(id);
    }
    for (EntryId id : next) {
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
    if (!large || manner == Manner.SEND || manner == Manner.EVERYWHERE) {
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
      case SEND ->
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
      Account account,
      Manner manner,
      List<Entry> batch,
      @Nullable RpcMessage reply) {
    if (reply instanceof RpcMessage.Kept kept
        && (manner.compareTo(Manner.ASK) < 0 || settlement.agrees(kept, ids(batch)))) {
      batch.forEach(entry -> paid(account, entry, manner));
    } else if (RpcMessage.Kept.HERE.equals(reply)) {
      for (Entry entry : batch) {
        if (account.owed.get(entry.id()) == manner && settlement.mayWait(entry.id())) {
          account.waiting(manner).remove(entry.id());
          forget(account, entry.id());
        } else {
          again(account, entry.id(), manner);
        }
      }
      account.pausedUntil = now + PAUSE_AFTER_SILENCE;
    } else if (reply instanceof RpcMessage.Wanted wanted
        && (manner == Manner.OFFER || manner == Manner.ASK)) { // else it would be sent for ever
      for (int i = 0; i < batch.size(); i++) {
        if (wanted.wants(i)) {
          add(to, batch.get(i).id(), manner == Manner.ASK ? Manner.EVERYWHERE : Manner.SEND);
        } else if (manner == Manner.ASK) {
          again(account, batch.get(i).id(), manner); // together with those it lacks
        } else {
          paid(account, batch.get(i), manner);
        }
      }
    } else {
      account.pausedUntil = now + PAUSE_AFTER_SILENCE;
      batch.forEach(entry -> again(account, entry.id(), manner));
    }
  }

  private static List<EntryId> ids(List<Entry> batch) {
    return batch.stream().map(Entry::id).toList();
  }

  private static void again(Account account, EntryId id, Manner manner) {
    if (account.owed.get(id) == manner) {
      account.waiting(manner).add(id);
    }
  }

  /** Unless it has grown since, was owed anew meanwhile, or is owed in a stronger manner by now. */
  private void paid(Account account, Entry sent, Manner manner) {
    EntryId id = sent.id();
    if (account.owed.get(id) != manner || account.waiting(manner).contains(id)) {
      return;
    }
    if (hasGrown(sent)) {
      account.waiting(manner).add(id);
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

  private void forget(Account account, EntryId id) {
    if (account.owed.remove(id) != null) {
      creditors.computeIfPresent(id, (i, count) -> count == 1 ? null : count - 1);
      if (isPaid(id)) {
        settlement.paid(id);
      }
    }
  }
}
