package org.orbweaver.lab.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.lab.net.VirtualClock;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/** A disk with a write cache: what was not synced when the power went is gone. */
final class LabDisk implements Disk {
  private record Write(EntryId id, @Nullable Entry entry) {}

  /** Runs something on the disk's peer, unless that has crashed. */
  interface Host {
    void execute(Runnable work);
  }

  private final VirtualClock clock;
  private final long syncNanos;
  private final long serial;
  private final TreeMap<EntryId, Entry> platter = new TreeMap<>();
  private TreeMap<EntryId, Entry> seen = new TreeMap<>();
  private List<Write> cache = new ArrayList<>();
  private int powerCuts;
  private long syncs;

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

  /** Loses the cache. */
  void cutPower() {
    powerCuts++;
    host = null;
    cache = new ArrayList<>();
    seen = new TreeMap<>(platter);
  }

  @Override
  public @Nullable Entry get(EntryId id) {
    return seen.get(id);
  }

  @Override
  public List<Entry> from(EntryId id, int most) {
    return seen.tailMap(id, true).values().stream().limit(most).toList();
  }

  @Override
  public void put(Entry entry) {
    seen.put(entry.id(), entry);
    cache.add(new Write(entry.id(), entry));
  }

  @Override
  public void delete(EntryId id) {
    seen.remove(id);
    cache.add(new Write(id, null));
  }

  @Override
  public void sync(Runnable durable) {
    syncs++;
    List<Write> writes = cache;
    cache = new ArrayList<>();
    int power = powerCuts;
    clock.at(
        clock.now() + syncNanos,
        now -> {
          if (power != powerCuts) {
            return;
          }
          for (Write write : writes) {
            if (write.entry() == null) {
              platter.remove(write.id());
            } else {
              platter.put(write.id(), write.entry());
            }
          }
          Host peer = host;
          if (peer != null) {
            peer.execute(durable);
          }
        });
  }

  /** What would survive a crash now. */
  List<Entry> durable() {
    return List.copyOf(platter.values());
  }

  long syncs() {
    return syncs;
  }
}
