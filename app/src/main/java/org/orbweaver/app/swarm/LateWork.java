package org.orbweaver.app.swarm;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.drive.ThreadedRunner;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;

/** Work that is made ready for its first task: a peer that is given none of it needs no DHT. */
public final class LateWork<W extends ThreadedRunner.Work> implements ThreadedRunner.Work {
  /** Makes it ready. */
  @FunctionalInterface
  public interface Preparation<W> {
    W prepare() throws IOException;
  }

  private final Preparation<W> preparation;
  private final ReentrantLock preparing = new ReentrantLock();
  private @Nullable W ready;

  public LateWork(Preparation<W> preparation) {
    this.preparation = preparation;
  }

  @Override
  public Runner.Outcome run(Task task) throws Exception {
    return ready().run(task);
  }

  private W ready() throws IOException {
    preparing.lock();
    try {
      W work = ready;
      if (work == null) {
        work = preparation.prepare();
        ready = work;
      }
      return work;
    } finally {
      preparing.unlock();
    }
  }
}
