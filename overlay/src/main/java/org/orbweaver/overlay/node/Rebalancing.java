package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.wire.PacketHandler;

/**
 * What a change of the view asks for: a pass along all entries of this disk compares what the rules
 * asked for since the last complete pass, under every view there was, with what they ask for now;
 * only the difference is offered. After a restart there was none, and everything is. When the view
 * has been still for a while, a second pass asks about entries that this peer need not keep.
 */
@SuppressWarnings("ReferenceEquality") // a placement is the same object until something changes
final class Rebalancing {
  /**
   * Entries looked at in one go. Each takes up to 50 µs where the disk must be asked, and nothing
   * else happens meanwhile: a peer that reads its whole disk in one breath is taken for dead.
   */
  private static final int CHUNK = 128;

  private static final long BREATH = 1_000_000L;

  /** After more changes than this in one pass, nothing is taken for granted. */
  private static final int MOST_RINGS = 8;

  /**
   * An entry that this peer need not keep is let go only when the view has been still for so long.
   * A view that two peers see differently is a view that will change for one of them: they talk, or
   * they take each other for dead within half that time. Dropped before, an entry would be missing
   * where somebody believes this peer to have had it all along.
   */
  private static final long STILL = 60_000_000_000L;

  /** While this much is owed, the pass waits: it must not fill the memory of a small machine. */
  static final int MOST_OWED = 4096;

  private final Holders holders;
  private final ReplicaSet places;
  private final Disk disk;
  private final ReplicationQueue pending;
  private final Replication.Guarded guarded;
  private final Consumer<EntryId> reconsider;
  private Holders.@Nullable Placement placement;

  /**
   * The placement at the last complete pass and those that followed. Who answered for an entry
   * under each of them has all of it; one that was away in between, be it for a moment, may have
   * missed what came meanwhile.
   */
  private final List<Holders.Placement> since = new ArrayList<>();

  /** Whose entries were looked at last, and who kept them: a host's pages lie side by side. */
  private @Nullable Key lookedAt;

  private List<List<Peer>> kept = List.of();

  private @Nullable EntryId cursor;
  private @Nullable EntryId strayCursor;
  private boolean hasStrays;
  private long straysAgainAt;
  private long changedAt;
  private long now;

  /**
   * @param reconsider weighs an entry anew that was owed under the old view
   */
  Rebalancing(
      Holders holders,
      ReplicaSet places,
      Disk disk,
      ReplicationQueue pending,
      Replication.Guarded guarded,
      Consumer<EntryId> reconsider) {
    this.holders = holders;
    this.places = places;
    this.disk = disk;
    this.pending = pending;
    this.guarded = guarded;
    this.reconsider = reconsider;
  }

  /** Whether everything here has been weighed under the view of now. */
  boolean isSettled() {
    return cursor == null && placement == holders.now();
  }

  /** Whether the pass has come by that place, and will not again. */
  boolean isPast(EntryId id) {
    return cursor == null || id.compareTo(cursor) < 0;
  }

  /** An entry is here that this peer need not keep. */
  void metStray() {
    hasStrays = true;
  }

  /** Whether all has been weighed, and the view has not changed for so long. */
  boolean isStillFor(long nanos) {
    return isSettled() && now - changedAt >= nanos;
  }

  boolean mayLetGo() {
    return holders.isLeaving() || now - changedAt >= STILL;
  }

  /** Enters what a change of the view asks for, a chunk at a time; returns when to go on. */
  long follow(long at) {
    now = at;
    Holders.Placement current = holders.now();
    if (current != placement) {
      begin(current);
    }
    boolean hasRoom = pending.moving() < MOST_OWED;
    if (cursor != null && hasRoom) {
      pass(cursor, current);
    }
    boolean mayBegin = hasStrays && cursor == null && strayCursor == null && mayLetGo();
    if (mayBegin && (at >= straysAgainAt || holders.isLeaving())) {
      hasStrays = false;
      straysAgainAt = at + STILL; // strays come one by one; a pass reads the whole disk
      strayCursor = EntryId.FIRST;
    }
    hasRoom = pending.moving() < MOST_OWED;
    if (strayCursor != null && cursor == null && hasRoom) {
      passStrays(strayCursor);
    }
    boolean goesOn = (cursor != null || strayCursor != null) && pending.moving() < MOST_OWED;
    return goesOn ? at + BREATH : PacketHandler.NEVER;
  }

  private void begin(Holders.Placement current) {
    placement = current;
    changedAt = now;
    cursor = EntryId.FIRST;
    strayCursor = null;
    guarded.restart();
    if (since.size() > MOST_RINGS) {
      since.clear();
    }
    if (!since.isEmpty()) {
      since.add(current);
    }
    // What was owed under the old view is owed under the new one, if to somebody else.
    pending.clear().forEach(reconsider);
  }

  private void pass(EntryId from, Holders.Placement current) {
    lookedAt = null; // the view may have changed since
    List<Entry> chunk = disk.from(from, CHUNK);
    for (Entry entry : chunk) {
      compare(entry);
    }
    if (chunk.size() < CHUNK) {
      cursor = null;
      since.clear();
      since.add(current);
    } else {
      cursor = chunk.getLast().id().next();
    }
  }

  private void compare(Entry entry) {
    EntryId id = entry.id();
    List<Peer> responsible = places.of(id.key());
    List<List<Peer>> before = before(id.key());
    int mine = places.mine(responsible);
    boolean always = !before.isEmpty();
    if (mine == 0) {
      boolean wasGuardian = always && before.stream().allMatch(old -> places.mine(old) == 0);
      for (Peer other : responsible.subList(1, responsible.size())) {
        if (!wasGuardian || !before.stream().allMatch(old -> has(old, other))) {
          pending.offer(other.address(), id, copiesLeft(before, responsible));
        }
      }
      guarded.found(entry);
      return;
    }
    if (mine < 0) {
      hasStrays = true;
    }
    boolean sameGuardian =
        mine > 0
            && always
            && before.stream()
                .allMatch(
                    old -> places.mine(old) >= 0 && same(old.getFirst(), responsible.getFirst()));
    if (!sameGuardian && !responsible.isEmpty()) {
      pending.offer(responsible.getFirst().address(), id, copiesLeft(before, responsible));
    }
  }

  /** Those who kept the key's entries under each of the placements since the last pass. */
  private List<List<Peer>> before(Key key) {
    if (!key.equals(lookedAt)) {
      kept = since.stream().map(old -> old.of(key)).toList();
      lookedAt = key;
    }
    return kept;
  }

  /**
   * On how many living disks it is: of those who kept it when all was well, who is left. Who only
   * makes room for a newcomer still has it.
   */
  private int copiesLeft(List<List<Peer>> before, List<Peer> responsible) {
    return before.isEmpty()
        ? responsible.size()
        : (int) before.getFirst().stream().filter(holders::hasItsDisk).count();
  }

  /** Asks about what could be let go. */
  private void passStrays(EntryId from) {
    List<Entry> chunk = disk.from(from, CHUNK);
    for (Entry entry : chunk) {
      List<Peer> responsible = places.of(entry.id().key());
      if (places.mine(responsible) < 0
          && !responsible.isEmpty()
          && (holders.isLeaving() || holders.now().isComplete(entry.id().key()))) {
        pending.ask(responsible.getFirst().address(), entry.id());
      }
    }
    strayCursor = chunk.size() < CHUNK ? null : chunk.getLast().id().next();
  }

  /** Whether that peer was among them with the disk it has now. */
  private static boolean has(List<Peer> peers, Peer peer) {
    return peers.stream().anyMatch(each -> same(each, peer));
  }

  private static boolean same(Peer one, Peer other) {
    return one.address().equals(other.address()) && one.disk() == other.disk();
  }
}
