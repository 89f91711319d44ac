package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.overlay.node.Neighbours.MINUTE;
import static org.orbweaver.overlay.node.Neighbours.SECOND;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.rpc.RpcMessage.TaskRun;
import org.orbweaver.overlay.task.Task;

/** A task that this peer does not run, and the two others that keep it. */
class ErrandsTest {
  private final Neighbours neighbours = new Neighbours(2, false);
  private final Task task = neighbours.guarded();
  private final List<TaskRun> ended = new ArrayList<>();
  private final Errands errands =
      new Errands(
          neighbours.replication,
          neighbours::carry,
          new Errands.Owner() {
            @Override
            public void ended(EntryId id, TaskRun how) {
              ended.add(how);
            }

            @Override
            public void dropped(EntryId id) {
              throw new AssertionError("it stays this peer's");
            }
          });
  private final Endpoint first =
      neighbours.replication.otherHolders(task.id().key()).getFirst().address();
  private final Endpoint second =
      neighbours.replication.otherHolders(task.id().key()).getLast().address();

  @BeforeEach
  void handOn() {
    neighbours.disk.put(task.queued());
    errands.handOn(0, task.id(), "not on this machine");
  }

  private TaskRun run(TaskRun.End end) {
    return new TaskRun(task.id(), end, 0, new byte[0]);
  }

  /** Who was asked until then, each of whom says the same. */
  private List<Endpoint> asked(long from, long to, @Nullable RpcMessage reply) {
    List<Endpoint> all = new ArrayList<>();
    for (long now = from; now < to; now += SECOND) {
      errands.onTick(now);
      for (Neighbours.Said each : List.copyOf(neighbours.said)) {
        neighbours.said.remove(each);
        all.add(each.to());
        each.answer().received(now, reply);
      }
    }
    return all;
  }

  /** Only "refused" had moved on to the next: the first was asked every ten seconds, for ever. */
  @Test
  void whoAlwaysSaysNoKeepsNobodyElseFromRunningIt() {
    assertThat(asked(0, 35 * SECOND, new RpcMessage.WillRun(false)))
        .startsWith(first, second, first, second);
    assertThat(asked(35 * SECOND, 45 * SECOND, new RpcMessage.WillRun(true))).hasSize(1);
    errands.onRun(45 * SECOND, first, run(TaskRun.End.DONE));
    assertThat(ended).hasSize(1);
  }

  @Test
  void whoTakesItAndTellsNothingKeepsNobodyElseFromRunningIt() {
    assertThat(asked(0, 29 * MINUTE, new RpcMessage.WillRun(true))).containsExactly(first);
    assertThat(asked(29 * MINUTE, 32 * MINUTE, new RpcMessage.WillRun(true)))
        .containsExactly(second);
    errands.onRun(32 * MINUTE, second, run(TaskRun.End.DONE));
    assertThat(ended).hasSize(1);
  }

  @Test
  void whoIsSlowIsHeardThoughTheNextWasAskedMeanwhile() {
    asked(0, 32 * MINUTE, new RpcMessage.WillRun(true));
    errands.onRun(32 * MINUTE, first, run(TaskRun.End.DONE));
    assertThat(ended).hasSize(1);
  }

  @Test
  void whoRefusesLateTakesNothingFromWhoRunsIt() {
    asked(0, 32 * MINUTE, new RpcMessage.WillRun(true));
    errands.onRun(32 * MINUTE, first, run(TaskRun.End.REFUSED));
    assertThat(neighbours.said).isEmpty();
    errands.onRun(33 * MINUTE, second, run(TaskRun.End.DONE));
    assertThat(ended).hasSize(1);
  }

  @Test
  void whoWasNotAskedIsNotHeard() {
    asked(0, SECOND, new RpcMessage.WillRun(true));
    errands.onRun(SECOND, second, run(TaskRun.End.FAILED));
    assertThat(ended).isEmpty();
  }
}
