package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.entry.EntryKind;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * A disk on which only sound entries are found. What else lies there, because an earlier version
 * let it in or a byte has changed, is deleted when it is met: it is on r − 1 other disks, or nobody
 * could use it.
 */
final class CheckedDisk implements Disk {
  private final Disk disk;
  private long unsound;

  CheckedDisk(Disk disk) {
    this.disk = disk;
  }

  @Override
  public @Nullable Entry get(EntryId id) {
    Entry entry = disk.get(id);
    return entry == null || isSound(entry) ? entry : null;
  }

  private boolean isSound(Entry entry) {
    boolean sound = EntryKind.isSound(entry);
    if (!sound) {
      unsound++;
      disk.delete(entry.id());
    }
    return sound;
  }

  @Override
  public List<Entry> from(EntryId id, int most) {
    List<Entry> found = new ArrayList<>();
    EntryId next = id;
    while (true) {
      List<Entry> some = disk.from(next, most - found.size());
      some.stream().filter(this::isSound).forEach(found::add);
      if (some.isEmpty() || found.size() == most) {
        return found;
      }
      next = some.getLast().id().next();
    }
  }

  /** As it lies there: who reads back wants to know what is not sound. */
  @Override
  public @Nullable Entry readBack(EntryId id) {
    return disk.readBack(id);
  }

  @Override
  public <T> void beside(Supplier<T> reading, Consumer<T> then) {
    disk.beside(reading, then);
  }

  @Override
  public void put(Entry entry) {
    disk.put(entry);
  }

  @Override
  public void delete(EntryId id) {
    disk.delete(id);
  }

  @Override
  public void sync(Runnable durable) {
    disk.sync(durable);
  }

  @Override
  public @Nullable String trouble() {
    return disk.trouble();
  }

  /** Entries met that nobody honest has made. */
  long unsound() {
    return unsound;
  }
}
