package org.orbweaver.app.disk;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads beside the peer's thread, one reading after the other: whoever looks a whole disk over
 * waits, and the disk has time for others. What waits here is bounded by who asks: a peer has a few
 * readings of its own open and answers so many of others.
 *
 * <p>A reading that fails is told as a sentence, and whoever waits for it is not called: it will be
 * asked for again, or the peer looks at its disk's trouble.
 */
final class ReadingThread implements AutoCloseable {
  /** Is told why a reading failed. */
  interface Failure {
    void because(RuntimeException cause);
  }

  /** After the last reading. */
  private static final Runnable END =
      new Runnable() {
        @Override
        public void run() {}
      };

  private final Executor owner;
  private final Failure failure;
  private final BlockingQueue<Runnable> readings = new LinkedBlockingQueue<>();
  private @Nullable Thread thread;
  private boolean closed;

  /**
   * @param owner runs the callbacks, on the peer's thread
   */
  ReadingThread(Executor owner, Failure failure) {
    this.owner = owner;
    this.failure = failure;
  }

  synchronized <T> void read(Supplier<T> reading, Consumer<T> then) {
    if (closed) {
      return;
    }
    readings.add(
        () -> {
          T read = reading.get();
          owner.execute(() -> then.accept(read));
        });
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("reading").start(this::run);
    }
  }

  @SuppressWarnings("ReferenceEquality") // the end is itself
  private void run() {
    try {
      for (Runnable next = readings.take(); next != END; next = readings.take()) {
        try {
          next.run();
        } catch (RuntimeException e) {
          failure.because(e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the program is going down
    }
  }

  /** Ends after the reading at hand: nobody may read a database that is closed. */
  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      closed = true;
      running = thread;
      readings.clear();
      readings.add(END);
    }
    try {
      if (running != null) {
        running.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
