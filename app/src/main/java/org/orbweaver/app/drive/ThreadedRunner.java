package org.orbweaver.app.drive;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * Runs tasks that block, a virtual thread each; how many at once is the task desk's business. Work
 * that throws has an outcome too, without links: a page that breaks its reader must not be tried
 * for ever. But where a disk fails, nothing is done: the task is run again later.
 */
public final class ThreadedRunner implements Runner {
  /** Does the work of a task, and takes the time it needs. */
  @FunctionalInterface
  public interface Work {
    Outcome run(Task task) throws Exception;
  }

  private static final long AFTER_FAILURE = 30_000_000_000L;

  private final Work work;
  private final Executor peer;
  private final AtomicLong failed = new AtomicLong();

  /**
   * @param peer the node's own thread
   */
  public ThreadedRunner(Work work, Executor peer) {
    this.work = work;
    this.peer = peer;
  }

  @Override
  public void run(Task task, Finish finish) {
    Thread.ofVirtual()
        .name(task.uri())
        .start(
            () -> {
              try {
                Outcome outcome = outcome(task);
                peer.execute(() -> finish.done(outcome));
              } catch (RetryLater e) {
                peer.execute(() -> finish.later(e.waitNanos()));
              }
            });
  }

  @Override
  public String lane(Task task) {
    return TaskKey.host(task.uri());
  }

  private Outcome outcome(Task task) throws RetryLater {
    try {
      return work.run(task);
    } catch (RetryLater e) {
      throw e;
    } catch (IOException e) {
      failed.incrementAndGet();
      throw new RetryLater(AFTER_FAILURE);
    } catch (Exception e) {
      failed.incrementAndGet();
      return new Outcome(new byte[0], List.of());
    }
  }

  /** Tasks whose work threw. */
  public long failed() {
    return failed.get();
  }
}
