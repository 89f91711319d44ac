package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * How many pages this peer has of each part of a host that it is the primary of, and the closing of
 * parts that have as many as one peer should have.
 *
 * <p>Once a part has that many it takes no new ones: whoever brings one is sent to the part that
 * follows. Then the names of those it has are copied to the parts that follow, and when all are
 * there, the part is recorded as full, for all to know: from then on senders pass it by. A page
 * that it has is found there by its name, so nobody runs it twice.
 *
 * <p>A name is copied only when its task is on r disks. So wherever a name is, the task it stands
 * for is safe, whoever dies in between; the next primary just begins anew. Only names that come
 * late, because peers disagreed about who is the primary, can let a page be run in two parts.
 */
final class HostParts {
  private static final int CHUNK = 64;

  /** A part that takes no new pages, with its names on their way. */
  private static final class Closing {
    private int open = 1;
  }

  private final Replication replication;
  private final Disk disk;
  private final IntSupplier room;
  private final Map<HostPart, Integer> sizes = new HashMap<>();
  private final Map<HostPart, Closing> closings = new HashMap<>();
  private long names;

  /**
   * @param room how many pages a part may have
   */
  HostParts(Replication replication, Disk disk, IntSupplier room) {
    this.replication = replication;
    this.disk = disk;
    this.room = room;
  }

  /** The counting starts anew, because all entries will be named again. */
  void recount() {
    sizes.clear();
    closings.clear();
  }

  /** This peer is the primary of one more page. */
  void onGuarded(HostPart part) {
    sizes.merge(part, 1, Integer::sum);
  }

  /**
   * A page or a name came from another peer, which had it already: if its part takes none any more,
   * its name goes to the part that follows.
   *
   * @param then is run when senders that pass the part by will find the name
   */
  void onHandedOver(Task task, Runnable then) {
    HostPart part = task.part();
    if (part != null && (closings.containsKey(part) || fullSteps(part) > 0)) {
      copyName(task, then);
    } else {
      then.run();
    }
  }

  /** Down to how many steps the part and all that follow are full; 0 if it is not. */
  int fullSteps(HostPart part) {
    Entry record = disk.get(part.id());
    return record == null ? 0 : record.rank();
  }

  /** Whether there is no room for a new page, though the part may not be recorded as full yet. */
  boolean isFilling(HostPart part) {
    if (closings.containsKey(part)) {
      return true;
    }
    if (part.level() + HostPart.STEP > TaskKey.HIGHEST_LEVEL
        || sizes.getOrDefault(part, 0) < room.getAsInt()) {
      return false;
    }
    close(part);
    return true;
  }

  private void close(HostPart part) {
    Closing closing = new Closing();
    closings.put(part, closing);
    for (Task task : namesIn(part)) {
      closing.open++;
      copyName(task, () -> arrived(part, closing));
    }
    arrived(part, closing);
  }

  /** What this part has, and what it knows to be elsewhere. */
  private List<Task> namesIn(HostPart part) {
    List<Task> found = new ArrayList<>();
    long place = part.id().key().high();
    EntryId next = new EntryId(new Key(place, 0, 0), Long.MIN_VALUE);
    while (true) {
      List<Entry> chunk = disk.from(next, CHUNK);
      for (Entry entry : chunk) {
        if (entry.id().key().high() != place) {
          return found;
        }
        Task task = Task.of(entry);
        if (task != null && part.equals(task.part())) {
          found.add(task);
        }
      }
      if (chunk.size() < CHUNK) {
        return found;
      }
      next = chunk.getLast().id().next();
    }
  }

  private void copyName(Task task, Runnable then) {
    replication.whenEverywhere(
        task.id(),
        () -> {
          names++;
          Task there = task.at(task.level() + HostPart.STEP);
          Entry name = there.elsewhere();
          replication.take(name, null);
          replication.whenEverywhere(
              name.id(),
              () -> {
                if (replication.guards(name.id().key())) {
                  onHandedOver(there, then); // no other primary did
                } else {
                  then.run();
                }
              });
        });
  }

  private void arrived(HostPart part, Closing closing) {
    if (--closing.open == 0 && closings.remove(part, closing)) {
      raise(part, 1);
    }
  }

  /** A part that follows one of ours says that it is full. */
  void onReport(HostPart child) {
    HostPart part = child.parent();
    if (part == null || fullSteps(part) == 0) {
      return;
    }
    int least = TaskKey.HIGHEST_LEVEL;
    for (int i = 0; i < 1 << HostPart.STEP && least > 0; i++) {
      Entry report = disk.get(part.child(i).reportId());
      least = Math.min(least, report == null ? 0 : report.rank());
    }
    raise(part, 1 + least);
  }

  private void raise(HostPart part, int steps) {
    if (steps <= fullSteps(part)) {
      return;
    }
    replication.take(part.full(steps), null);
    if (part.parent() != null) {
      replication.take(part.report(steps), null);
    }
    replication.sync(() -> {});
  }

  /** Names copied to parts that follow. */
  long names() {
    return names;
  }
}
