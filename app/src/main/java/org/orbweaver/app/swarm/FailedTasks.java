package org.orbweaver.app.swarm;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.app.disk.RocksDisk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;

/** Tasks that could not be done, of those this peer keeps the records of. */
final class FailedTasks {
  private static final int SCAN = 1_024;

  private FailedTasks() {}

  static List<PeerAnswer.FailedTask> in(RocksDisk disk, int most) {
    List<PeerAnswer.FailedTask> failed = new ArrayList<>();
    EntryId next = EntryId.FIRST;
    while (next != null && failed.size() < most) {
      List<Entry> some = disk.from(next, SCAN);
      for (Entry entry : some) {
        Task task = Task.of(entry);
        Result result = task == null ? null : Result.read(task.result(entry));
        if (task != null && result != null && result.isFailed()) {
          failed.add(
              new PeerAnswer.FailedTask(task.uri(), task.crawl().toString(), result.failure()));
        }
      }
      next = some.size() < SCAN ? null : some.getLast().id().next();
    }
    return failed.subList(0, Math.min(most, failed.size()));
  }
}
