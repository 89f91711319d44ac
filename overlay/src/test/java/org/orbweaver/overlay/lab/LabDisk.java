package org.orbweaver.overlay.lab;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.sim.net.VirtualClock;

/** A disk with a write cache: what was not synced when the power went is gone. */
public final class LabDisk implements Disk {
  /** Runs something on the disk's peer, unless that has crashed. */
  interface Host {
    void execute(Runnable work);
  }

  private static final long READ_NANOS = 2_000_000L;
  private static final long FULL_NANOS = 1_000_000_000L;

  private final VirtualClock clock;
  private final long syncNanos;
  private final long serial;
  private final TreeMap<EntryId, Entry> seen = new TreeMap<>();

  /** For each batch of writes not synced yet, oldest first: what it wrote over. */
  private final ArrayDeque<Map<EntryId, Optional<Entry>>> unsynced = new ArrayDeque<>();

  private Map<EntryId, Optional<Entry>> cache = new HashMap<>();
  private int powerCuts;
  private long syncs;
  private @Nullable String trouble;
  private boolean broken;

  LabDisk(VirtualClock clock, long syncNanos, long serial) {
    this.clock = clock;
    this.syncNanos = syncNanos;
    this.serial = serial;
  }

  /** The number by which others know this disk. */
  long serial() {
    return serial;
  }

  private @Nullable Host host;

  void plugInto(Host newHost) {
    host = newHost;
  }

  /** Full: nothing more is synced until there is room. */
  public void fail(boolean failing) {
    trouble = failing ? "the lab's disk is full" : null;
  }

  /** Fails: nothing more is synced until it is opened anew, and who waits for it is never told. */
  public void breakDown() {
    trouble = "the lab's disk has failed";
    broken = true;
  }

  @Override
  public @Nullable String trouble() {
    return trouble;
  }

  /** Loses the cache, but for some of the writes that were on their way: those may have arrived. */
  void cutPower(RandomGenerator random) {
    Map<EntryId, Optional<Entry>> first = unsynced.peekFirst();
    if (first != null) {
      first.keySet().removeIf(id -> random.nextInt(4) == 0 && seen.containsKey(id));
    }
    cutPower();
  }

  /** Loses the cache. */
  void cutPower() {
    powerCuts++;
    host = null;
    if (broken) {
      broken = false;
      trouble = null;
    }
    revert(seen);
    unsynced.clear();
    cache = new HashMap<>();
  }

  /** Takes back what is not synced, the latest first. */
  private void revert(Map<EntryId, Entry> entries) {
    unsynced.addLast(cache);
    var batches = unsynced.descendingIterator();
    while (batches.hasNext()) {
      batches
          .next()
          .forEach(
              (id, before) ->
                  before.ifPresentOrElse(e -> entries.put(id, e), () -> entries.remove(id)));
    }
    unsynced.removeLast();
  }

  @Override
  public @Nullable Entry get(EntryId id) {
    return seen.get(id);
  }

  /** Takes a moment, and what is written meanwhile is seen. */
  @Override
  public <T> void beside(Supplier<T> reading, Consumer<T> then) {
    int power = powerCuts;
    clock.at(
        clock.now() + READ_NANOS,
        now -> {
          Host peer = host;
          if (power == powerCuts && peer != null) {
            T read = reading.get();
            peer.execute(() -> then.accept(read));
          }
        });
  }

  /** Changes or removes what lies there, behind the peer's back. */
  public void rot(EntryId id, @Nullable Entry other) {
    if (other == null) {
      seen.remove(id);
    } else {
      seen.put(id, other);
    }
  }

  @Override
  public List<Entry> from(EntryId id, int most) {
    List<Entry> found = new ArrayList<>();
    for (Entry entry : seen.tailMap(id, true).values()) { // a stream would count them all first
      if (found.size() == most) {
        break;
      }
      found.add(entry);
    }
    return found;
  }

  @Override
  public void put(Entry entry) {
    Entry before = seen.put(entry.id(), entry);
    cache.putIfAbsent(entry.id(), Optional.ofNullable(before));
  }

  @Override
  public void delete(EntryId id) {
    Entry before = seen.remove(id);
    cache.putIfAbsent(id, Optional.ofNullable(before));
  }

  @Override
  public void sync(Runnable durable) {
    syncs++;
    Map<EntryId, Optional<Entry>> batch = cache;
    unsynced.addLast(batch);
    cache = new HashMap<>(4);
    finish(batch, powerCuts, durable);
  }

  private void finish(Map<EntryId, Optional<Entry>> batch, int power, Runnable durable) {
    clock.at(
        clock.now() + syncNanos,
        now -> {
          if (power != powerCuts || broken) {
            return;
          }
          if (trouble != null) {
            clock.at(
                now + FULL_NANOS, later -> finish(batch, power, durable)); // until there is room
            return;
          }
          forgetUpTo(batch);
          Host peer = host;
          if (peer != null) {
            peer.execute(durable);
          }
        });
  }

  /** A sync covers all that was written before it. */
  @SuppressWarnings("ReferenceEquality") // a batch is itself, and no other of the same writes
  private void forgetUpTo(Map<EntryId, Optional<Entry>> batch) {
    if (unsynced.stream().anyMatch(each -> each == batch)) {
      boolean covered;
      do {
        covered = unsynced.removeFirst() != batch;
      } while (covered);
    }
  }

  /** What would survive a crash now. */
  public List<Entry> durable() {
    TreeMap<EntryId, Entry> survivors = new TreeMap<>(seen);
    revert(survivors);
    return List.copyOf(survivors.values());
  }

  long syncs() {
    return syncs;
  }
}
