package org.orbweaver.app.task;

import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/** Asks the swarm what came of tasks, whoever did them. */
public final class TaskRecords {
  /** Asks the swarm, and waits for its answer; null if nobody has it. */
  @FunctionalInterface
  public interface Swarm {
    @Nullable Entry find(EntryId id) throws InterruptedException;
  }

  private final Swarm swarm;

  public TaskRecords(Swarm swarm) {
    this.swarm = swarm;
  }

  /**
   * The record of the last time that a task was done; null if it never was. A large host's pages
   * are in parts of several levels.
   */
  public @Nullable Entry processed(CrawlId crawl, String uri) throws InterruptedException {
    boolean hasHost = !TaskKey.host(uri).isEmpty();
    for (int level = 0; level <= (hasHost ? TaskKey.HIGHEST_LEVEL : 0); level += HostPart.STEP) {
      Entry found = swarm.find(Task.of(crawl, uri).at(level).id());
      Task task = found == null ? null : Task.of(found);
      RoundOutcome last = found == null || task == null ? null : RoundOutcome.of(task, found);
      if (last != null && task != null) {
        return last.record(task);
      }
      if (found != null && Task.isQueued(found)) {
        return null;
      }
    }
    return null;
  }

  /** What came of a task that is done; null if there is no such record yet. */
  public @Nullable Result result(CrawlId crawl, String uri) throws InterruptedException {
    Entry record = processed(crawl, uri);
    Task task = record == null ? null : Task.of(record);
    return record == null || task == null ? null : Result.read(task.result(record));
  }
}
