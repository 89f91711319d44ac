package org.orbweaver.app.index;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.orbweaver.indexer.pipeline.BlockingWork;

/**
 * Work for the store on a thread of its own: SQLite has one writer anyway, and in one thread no
 * batch overtakes another.
 */
public final class ThreadedWork implements BlockingWork, AutoCloseable {
  private static final long INBOX_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("indexer store").factory());
  private final LongSupplier clock;
  private final Predicate<Runnable> post;
  private final BooleanSupplier alive;
  private volatile boolean closed;

  /**
   * @param post has the pipeline's thread do something; false if it has too much to do just now
   * @param alive false when that thread has ended, and nobody will ever take anything
   */
  public ThreadedWork(LongSupplier clock, Predicate<Runnable> post, BooleanSupplier alive) {
    this.clock = clock;
    this.post = post;
    this.alive = alive;
  }

  @Override
  public <T> void run(Callable<T> work, Answer<T> answer) {
    if (!closed) {
      thread.execute(() -> perform(work, answer));
    }
  }

  @SuppressWarnings("IllegalCatch") // whatever a driver throws, the stage must hear of it
  private <T> void perform(Callable<T> work, Answer<T> answer) {
    try {
      T result = work.call();
      tell(() -> answer.done(clock.getAsLong(), result));
    } catch (Exception e) {
      tell(() -> answer.failed(clock.getAsLong(), e));
    } catch (Error e) {
      tell(() -> answer.failed(clock.getAsLong(), new IllegalStateException(e)));
      throw e;
    }
  }

  /** Has the pipeline's thread hear something, however busy it is. */
  public void tell(Runnable news) {
    while (!closed && !post.test(news) && alive.getAsBoolean()) {
      LockSupport.parkNanos(INBOX_PAUSE);
    }
  }

  /** Lets what is under way be finished, but tells nobody any more. */
  @Override
  public void close() {
    closed = true;
    thread.close();
  }
}
