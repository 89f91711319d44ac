package org.orbweaver.overlay.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.keep.AuditCalendar;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.node.Challenges.Verdict;
import org.orbweaver.wire.PacketHandler;

/**
 * Makes sure that copies are there, by having them read: those of other holders in turn, by the
 * {@link AuditCalendar}, and those of all r before a surplus one is let go of. Who fails is offered
 * a good copy, and remembered; who only lost something is repaired by that, and nobody is put out
 * for it.
 *
 * <p>What it cannot see: a peer that has no copy, and fetches one from another holder to answer. It
 * would have to move its whole share once a period, past the gate for bulk reads
 * (docs/security.md).
 */
final class Audits {
  /** Is told how somebody did. */
  interface Listener {
    void audited(Peer peer, boolean whole);
  }

  private static final int BATCH = 32;
  private static final long PACE = 100_000_000L;
  private static final int MOST_PEERS = 4_096;

  /** After a change of the view, in which copies are on their way that nobody lacks. */
  private static final long STILL = 60_000_000_000L;

  private static final class Tally {
    private long asked;
    private long failed;
    private long silent;
    private String last = "";
  }

  private final Replication replication;
  private final Disk disk;
  private final Challenges challenges;
  private final @Nullable AuditCalendar calendar;
  private final long stillNanos;
  private final Listener listener;
  private final ArrayDeque<Long> due = new ArrayDeque<>();
  private final Set<EntryId> strays = new LinkedHashSet<>();
  private final Map<Endpoint, Tally> tallies = new LruMap<>(MOST_PEERS);
  private long enteredSlot;
  private @Nullable EntryId cursor;
  private boolean busy;
  private int confirming;
  private long goOnAt;
  private long now;
  private long audited;
  private long failed;
  private long released;
  private long skipped;

  /**
   * @param calendar null if nobody is audited
   */
  Audits(
      long startedAt,
      Replication replication,
      Disk disk,
      Challenges challenges,
      @Nullable AuditCalendar calendar,
      Listener listener) {
    this.now = startedAt;
    this.replication = replication;
    this.disk = disk;
    this.challenges = challenges;
    this.calendar = calendar;
    this.stillNanos = calendar == null ? STILL : Math.min(STILL, calendar.periodNanos() / 8);
    this.listener = listener;
    this.enteredSlot = calendar == null ? 0 : calendar.slot(startedAt);
  }

  /** All r are said to have it: they are asked to read it, and then it goes. */
  void letGo(EntryId id) {
    strays.add(id);
  }

  long onTick(long at) {
    now = at;
    long next = enterDue();
    if (busy) {
      return next;
    }
    if (now < goOnAt) {
      return due.isEmpty() && strays.isEmpty() ? next : Math.min(next, goOnAt);
    }
    if (!strays.isEmpty()) {
      confirm();
    } else if (!due.isEmpty() && replication.isStillFor(stillNanos)) {
      audit();
    }
    return Math.min(next, due.isEmpty() && strays.isEmpty() ? next : now + PACE);
  }

  /** A peer that was too busy to audit for a whole period has missed it; it does not add up. */
  private long enterDue() {
    if (calendar == null) {
      return PacketHandler.NEVER;
    }
    long slot = calendar.slot(now);
    while (enteredSlot < slot) {
      enteredSlot = Math.max(enteredSlot + 1, slot - calendar.ranges());
      due.add(enteredSlot);
      if (due.size() > calendar.ranges()) {
        due.removeFirst();
        cursor = null;
        skipped++;
      }
    }
    return calendar.begins(slot + 1);
  }

  private void audit() {
    AuditCalendar known = calendar;
    Long slot = due.peekFirst();
    if (known == null || slot == null) {
      return;
    }
    int range = known.range(slot);
    int period = known.period(known.begins(slot));
    EntryId from = cursor;
    if (from == null) {
      from = new EntryId(new Key(known.first(range), 0, 0), Long.MIN_VALUE);
    }
    Map<EntryId, List<Peer>> asked = new LinkedHashMap<>();
    List<Entry> chunk = disk.from(from, BATCH);
    boolean over = chunk.size() < BATCH;
    for (Entry entry : chunk) {
      if (known.rangeOf(entry.id().key().high()) != range) {
        over = true;
        break;
      }
      List<Peer> holders = replication.holders(entry.id().key());
      int mine = replication.replicas().mine(holders);
      if (mine >= 0 && holders.size() > 1) {
        Peer other = holders.get(AuditCalendar.asked(mine, holders.size(), period));
        if (!replication.refusers().has(other.address(), entry.id())) {
          asked.put(entry.id(), List.of(other));
        }
      }
    }
    cursor = over ? null : chunk.getLast().id().next();
    if (over) {
      due.removeFirst();
    }
    goOnAt = now + PACE;
    if (!asked.isEmpty()) {
      busy = true;
      challenges.put(now, asked, new Audit());
    }
  }

  private final class Audit implements Challenges.Judge {
    @Override
    public void judged(EntryId id, Peer holder, Verdict verdict) {
      Audits.this.judged(id, holder, verdict);
    }

    @Override
    public void done() {
      busy = false;
    }
  }

  private void judged(EntryId id, Peer holder, Verdict verdict) {
    Tally tally = tallies.computeIfAbsent(holder.address(), it -> new Tally());
    if (verdict == Verdict.SILENT) {
      tally.silent++;
      return;
    }
    if (verdict == Verdict.DECLINED) {
      replication.declined(holder.address(), id); // no failure: it says so, and another has it
      return;
    }
    tally.asked++;
    audited++;
    listener.audited(holder, verdict == Verdict.WHOLE);
    if (verdict != Verdict.WHOLE) {
      failed++;
      tally.failed++;
      tally.last = id.key() + (verdict == Verdict.LACKING ? " is not there" : " is damaged");
      replication.offer(holder, id);
    }
  }

  private void confirm() {
    Map<EntryId, List<Peer>> asked = new LinkedHashMap<>();
    List<EntryId> looked = new ArrayList<>();
    for (EntryId id : strays) {
      if (looked.size() == BATCH) {
        break;
      }
      looked.add(id);
      List<Peer> holders = replication.everyHolder(id.key());
      if (replication.isSurplus(id) && disk.rank(id) >= 0 && !holders.isEmpty()) {
        asked.put(id, holders);
      }
    }
    looked.forEach(strays::remove);
    goOnAt = now + PACE / 3;
    if (!asked.isEmpty()) {
      busy = true;
      confirming = asked.size();
      challenges.put(now, asked, new Confirmation(asked.keySet()));
    }
  }

  private final class Confirmation implements Challenges.Judge {
    private final Set<EntryId> confirmed;
    private final Set<EntryId> told = new HashSet<>();
    private final int asked;

    Confirmation(Set<EntryId> asked) {
      this.confirmed = new LinkedHashSet<>(asked);
      this.asked = asked.size();
    }

    @Override
    public void judged(EntryId id, Peer holder, Verdict verdict) {
      told.add(id);
      if (verdict != Verdict.WHOLE) {
        confirmed.remove(id);
      }
      Audits.this.judged(id, holder, verdict);
    }

    @Override
    public void done() {
      busy = false;
      confirming = 0;
      for (EntryId id : confirmed) {
        if (told.contains(id) && replication.isSurplus(id)) {
          disk.delete(id);
          released++;
        }
      }
      if (confirmed.size() < asked) {
        replication.keepSurplus(); // it is asked about again
      }
    }
  }

  /** Surplus copies whose holders are being asked. */
  int open() {
    return strays.size() + confirming;
  }

  /** Copies of others that were asked for, answered or not as they should be. */
  long audited() {
    return audited;
  }

  long failed() {
    return failed;
  }

  /** Ranges that were not come to in their period. */
  long skipped() {
    return skipped;
  }

  /** Surplus copies let go of after all r had been read. */
  long released() {
    return released;
  }

  /** How each other holder did, by this peer's own questions. */
  List<KeepFigures.Audited> others() {
    return tallies.entrySet().stream()
        .map(
            each ->
                new KeepFigures.Audited(
                    each.getKey().toString(),
                    each.getValue().asked,
                    each.getValue().failed,
                    each.getValue().silent,
                    each.getValue().last))
        .toList();
  }
}
