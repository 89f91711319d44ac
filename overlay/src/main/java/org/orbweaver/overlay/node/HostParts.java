package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * The parts of hosts that this peer is the guardian of, and the splitting of those that have grown
 * too large for one peer.
 *
 * <p>A split hands copies of the entries that go, and the record of the new part, to the new part's
 * holders. Until they all have them, this peer answers for the whole as before; then it records the
 * higher level, and whoever asks it for a page that has gone is sent on. The entries that went
 * become {@link Task#MOVED}, a rank that beats all others, so that no copy of them is ever run here.
 * If the guardian dies in between, the next one begins anew, and the copies meet those that came
 * before.
 */
final class HostParts {
  private static final int CHUNK = 512;

  private static final class Split {
    private final HostPart part;
    private final Set<EntryId> going = new HashSet<>();
    private final Set<EntryId> awaited = new HashSet<>();
    private int open = 1;

    Split(HostPart part) {
      this.part = part;
    }
  }

  private final Replication replication;
  private final Disk disk;
  private final Predicate<EntryId> isRunning;
  private final IntSupplier largestPart;
  private final Map<EntryId, Integer> sizes = new HashMap<>();
  private final Map<EntryId, Split> splits = new HashMap<>();
  private long moved;

  /**
   * @param isRunning tells which tasks are being run here; they go when they are done
   * @param largestPart how many entries a part may have
   */
  HostParts(
      Replication replication,
      Disk disk,
      Predicate<EntryId> isRunning,
      IntSupplier largestPart) {
    this.replication = replication;
    this.disk = disk;
    this.isRunning = isRunning;
    this.largestPart = largestPart;
  }

  /** The part that the task was sent to, as it is now by what is recorded here. */
  @Nullable HostPart currentOf(Task task) {
    HostPart part = task.part();
    if (part == null) {
      return null;
    }
    Entry record = disk.get(part.id());
    HostPart recorded = record == null ? null : HostPart.of(record);
    return recorded != null && recorded.level() > part.level() ? recorded : part;
  }

  /** The counting starts anew, because all entries will be named again. */
  void recount() {
    sizes.clear();
  }

  /** This peer answers for one more entry. */
  void onGuarded(Task task) {
    HostPart now = currentOf(task);
    if (now == null) {
      return;
    }
    int size = sizes.merge(now.id(), 1, Integer::sum);
    Split split = splits.get(now.id());
    if (split != null) {
      go(split, task);
    } else if (size > largestPart.getAsInt() && now.level() < TaskKey.HIGHEST_LEVEL) {
      split(now);
    }
  }

  /** Whether the task is on its way to another part, and not to be run here. */
  boolean isGoing(Task task) {
    HostPart part = task.part();
    Split split = part == null ? null : splits.get(part.id());
    return split != null && split.going.contains(task.id());
  }

  /**
   * Whether the page belongs to what a split is taking away just now. New ones go to their new place
   * at once: a part to which pages keep coming would otherwise never be done, and a page being run
   * here may be waiting for just that link.
   */
  boolean isAboutToGo(HostPart part, String url) {
    Split split = splits.get(part.id());
    return split != null && split.part.given().contains(url);
  }

  private void split(HostPart part) {
    Split split = new Split(part);
    splits.put(part.id(), split);
    hand(split, part.given().entry());
    for (Task task : tasksOf(part)) {
      go(split, task);
    }
    arrived(split);
  }

  private List<Task> tasksOf(HostPart part) {
    List<Task> tasks = new ArrayList<>();
    long place = part.id().key().high();
    EntryId next = new EntryId(new Key(place, 0, 0), Long.MIN_VALUE);
    while (true) {
      List<Entry> chunk = disk.from(next, CHUNK);
      for (Entry entry : chunk) {
        if (entry.id().key().high() != place) {
          return tasks;
        }
        Task task = entry.rank() <= Task.PROCESSED ? Task.of(entry) : null;
        HostPart its = task == null ? null : task.part();
        if (task != null && its != null && its.id().equals(part.id())) {
          tasks.add(task);
        }
      }
      if (chunk.size() < CHUNK) {
        return tasks;
      }
      next = chunk.getLast().id().next();
    }
  }

  /** Hands the task on if the split takes it away; one that is being run, when that is done. */
  private void go(Split split, Task task) {
    EntryId id = task.id();
    if (!split.part.given().contains(task.uri()) || split.going.contains(id)) {
      return;
    }
    if (isRunning.test(id)) {
      if (split.awaited.add(id)) {
        split.open++;
      }
      return;
    }
    Entry here = disk.get(id);
    if (here != null) {
      split.going.add(id);
      hand(split, elsewhere(split, task, here));
    }
  }

  private static Entry elsewhere(Split split, Task task, Entry here) {
    Task there = task.at(split.part.level() + 1);
    return here.rank() == Task.PROCESSED ? there.processed(task.result(here)) : there.queued();
  }

  /** A task that was being run is done. */
  void onProcessed(Task task) {
    HostPart part = task.part();
    Split split = part == null ? null : splits.get(part.id());
    if (split != null && split.awaited.remove(task.id())) {
      go(split, task);
      arrived(split);
    }
  }

  private void hand(Split split, Entry entry) {
    split.open++;
    replication.take(entry, null);
    replication.whenEverywhere(entry.id(), () -> arrived(split));
  }

  private void arrived(Split split) {
    if (--split.open > 0) {
      return;
    }
    splits.remove(split.part.id());
    sizes.computeIfPresent(split.part.id(), (id, size) -> size - split.going.size());
    if (!replication.guards(split.part.id().key())) {
      return; // the new guardian will split it again
    }
    replication.take(split.part.kept().entry(), null);
    for (EntryId id : split.going) {
      Entry entry = disk.get(id);
      Task task = entry == null ? null : Task.of(entry);
      if (task != null) {
        replication.take(task.moved(), null);
        moved++;
      }
    }
    replication.sync(() -> {});
  }

  /** Entries handed on by splits. */
  long moved() {
    return moved;
  }
}
