package org.orbweaver.overlay.node;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import org.orbweaver.wire.PacketHandler;

/**
 * Queues again what this peer is the guardian of when it is due (Herodotus §4.8: the queue of the
 * day is all that was ever seen). When a round begins, a pass along the keys looks at all there is;
 * what comes later, because its guardian has died, is looked at as it comes. Nobody begins a round
 * for all, so nobody's death keeps it from beginning.
 */
final class DueRounds {
  /** As of the pass after a change of the ring: nothing else happens meanwhile. */
  private static final int CHUNK = 128;

  private static final long BREATH = 1_000_000L;
  private static final long LOOK = 1_000_000_000L;

  /** Times as long as a pass took nothing is read after it, whatever crawls say. */
  private static final int RESTS = 4;

  private final Replication replication;
  private final Disk disk;
  private final CrawlCalendar calendar;
  private @Nullable EntryId cursor;
  private boolean isDue;
  private long beganAt;
  private long restsUntil;
  private long lookAt;
  private long queuedAgain;

  DueRounds(Replication replication, Disk disk, CrawlCalendar calendar) {
    this.replication = replication;
    this.disk = disk;
    this.calendar = calendar;
  }

  /** This peer is the guardian of a task that is done. */
  void onProcessed(long now, Entry entry, Task task) {
    if (task.way() == Way.SHORTER || !calendar.isDue(now, task.crawl(), task.round())) {
      return;
    }
    Task again = byShortestWay(task).inRound(calendar.round(now, task.crawl()));
    queuedAgain++;
    replication.take(again.queuedAfter(RoundOutcome.of(task, entry)), null);
  }

  /** From now on the page is as far from the seeds as the shortest way that was found to it. */
  private Task byShortestWay(Task task) {
    if (task.way() == Way.SHORTEST) {
      for (int depth = 0; depth < task.depth(); depth++) {
        Task shorter = task.atDepth(depth);
        if (disk.rank(shorter.asShorterWay().id()) >= 0) {
          return shorter;
        }
      }
    }
    return task;
  }

  /** Goes on with the pass, or begins one; returns when there may be more to do. */
  long onTick(long now) {
    if (now >= lookAt) {
      lookAt = now + LOOK;
      isDue |= calendar.hasBegun(now);
    }
    // A pass that has begun ends: rounds of seconds would keep it from what lies behind for ever.
    if (isDue && cursor == null && now >= restsUntil) {
      isDue = false;
      beganAt = now;
      cursor = EntryId.FIRST;
    }
    if (cursor == null) {
      return calendar.isEmpty() ? PacketHandler.NEVER : lookAt;
    }
    if (!replication.hasRoom()) {
      return lookAt;
    }
    List<Entry> chunk = disk.from(cursor, CHUNK);
    for (Entry entry : chunk) {
      Task task = Task.of(entry);
      if (task != null && Task.isProcessed(entry) && replication.guards(entry.id().key())) {
        onProcessed(now, entry, task);
      }
    }
    replication.sync(() -> {}); // nobody waits, but a crash should not undo it
    cursor = chunk.size() < CHUNK ? null : chunk.getLast().id().next();
    if (cursor == null) {
      restsUntil = now + RESTS * (now - beganAt);
    }
    return cursor == null ? lookAt : now + BREATH;
  }

  /** Tasks that were queued for another round since the start. */
  long queuedAgain() {
    return queuedAgain;
  }
}
