package org.orbweaver.console.up;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.up.EventLog;

/**
 * Orders given by a person, which take effect on the disks of other peers. While one of those has
 * just died and nobody knows it yet, that takes half a minute: nobody looks at an empty tab for so
 * long. A person waits a moment, which is enough for most orders and for all that are refused; then
 * the page comes back and says that the order is on its way. What fails after that is an event.
 *
 * <p>Bounded: beyond {@value #MOST} orders on their way no more are taken.
 */
final class PendingOrders {
  static final int MOST = 64;
  private static final Duration MOMENT = Duration.ofSeconds(3);

  private final EventLog events;
  private final Semaphore places = new Semaphore(MOST);

  PendingOrders(EventLog events) {
    this.events = events;
  }

  /** What is to be done. */
  interface Order {
    void run() throws InterruptedException;
  }

  /** Those on their way. */
  int underWay() {
    return MOST - places.availablePermits();
  }

  /**
   * Does it; returns when it is done, or when a moment has passed.
   *
   * @param what in words, for an event
   */
  void run(String what, Order order) throws InterruptedException {
    if (!places.tryAcquire()) {
      throw new IllegalStateException(
          "%d orders are still on their way; try again in a minute".formatted(MOST));
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    AtomicBoolean nobodyWaits = new AtomicBoolean();
    Thread.ofVirtual()
        .name("order")
        .start(
            () -> {
              try {
                order.run();
                done.complete(null);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (RuntimeException e) {
                done.completeExceptionally(e);
                if (nobodyWaits.get()) {
                  events.note(EventLog.Level.ERROR, what, Sentence.of(e));
                }
              } finally {
                places.release();
              }
            });
    await(done, nobodyWaits, what);
  }

  private void await(CompletableFuture<Void> done, AtomicBoolean nobodyWaits, String what)
      throws InterruptedException {
    try {
      done.get(MOMENT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException problem) {
        throw problem;
      }
      throw new IllegalStateException(Sentence.of(e), e);
    } catch (TimeoutException e) {
      nobodyWaits.set(true);
      events.note(EventLog.Level.INFO, what, "is on its way to the disks of other peers");
    }
  }
}
