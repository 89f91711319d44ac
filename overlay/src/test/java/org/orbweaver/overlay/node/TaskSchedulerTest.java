package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.overlay.node.Neighbours.SECOND;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Absences;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.rpc.RpcMessage.TaskRun;
import org.orbweaver.overlay.task.ResultBatch;
import org.orbweaver.overlay.task.Signatures;
import org.orbweaver.overlay.task.Task;

class TaskSchedulerTest {
  private final Neighbours neighbours = new Neighbours(2, false);
  private final Task task = neighbours.guarded();
  private int started;
  private final TaskScheduler scheduler =
      new TaskScheduler(
          neighbours.replication,
          (its, finish) -> {
            started++;
            finish.refused("not on this machine");
          },
          (links, acknowledged) -> acknowledged.run(),
          (pieces, kept) -> kept.run(),
          neighbours::carry,
          new ResultBatch(Signatures.NONE, Neighbours.address(0)),
          (id, vouched) -> {},
          new OwesNothing(),
          (now, crawl) -> 0,
          4,
          SECOND);

  private static final class OwesNothing implements TaskScheduler.Owners {
    @Override
    public boolean favours(Task task) {
      return false;
    }

    @Override
    public long mayRun(Task task) {
      return 0;
    }

    @Override
    public void captured(Task task, List<EntryId> pieces) {}
  }

  /** "Again, in 146 years" was believed. */
  @Test
  void whoRunsATaskForAnotherPutsItOffForADayAtMost() {
    Entry entry = task.queued();
    neighbours.disk.put(entry);
    scheduler.onGuarded(0, entry, task, 0);
    scheduler.onTick(SECOND);
    Endpoint asked = neighbours.said.getFirst().to();
    scheduler
        .errands()
        .onRun(SECOND, asked, new TaskRun(task.id(), TaskRun.End.AGAIN, 1L << 62, new byte[0]));
    assertThat(started).isEqualTo(1);
    scheduler.onTick(Absences.DAY);
    assertThat(started).as("it was asked to wait").isEqualTo(1);
    scheduler.onTick(Absences.DAY + 2 * SECOND);
    assertThat(started).isEqualTo(2);
    assertThat(neighbours.said.stream().map(Neighbours.Said::message))
        .anyMatch(message -> message instanceof RpcMessage.RunTask);
  }
}
