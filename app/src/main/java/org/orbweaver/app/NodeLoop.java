package org.orbweaver.app;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbweaver.udp.LoopStatistics;
import org.orbweaver.udp.UdpEventLoop;
import org.orbweaver.udp.UdpSockets;
import org.orbweaver.wire.PacketHandler;

/**
 * A node on its own thread, and the one way in which others reach it: they have work done there,
 * look at the node, or ask it for something and wait. It is made before its node, whose disks and
 * workers need the way back, and started with it.
 *
 * <p>Who comes before the start or while the inbox is full waits. Who comes after the end is told,
 * or, if nobody waits for an answer, dropped as in a crash.
 */
public final class NodeLoop<N> implements Executor, AutoCloseable {
  private static final long RETRY_MILLIS = 1;
  private static final long LOOK_UP = 500_000_000L;

  private record Running<N>(N node, UdpEventLoop loop) {}

  private final String name;
  private final Duration patience;
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile @Nullable Running<N> running;
  private volatile boolean closed;
  private volatile @Nullable String failure;

  /**
   * @param name for sentences: "the census"
   * @param patience with short work: a thread that does not come to it for so long has died
   */
  public NodeLoop(String name, Duration patience) {
    this.name = name;
    this.patience = patience;
  }

  /**
   * From now on the node lives, and the loop owns the sockets.
   *
   * @param handler the node, or what stands before it
   */
  public UdpEventLoop start(UdpSockets sockets, N node, PacketHandler handler) {
    UdpEventLoop loop = UdpEventLoop.start(sockets, handler, this::failed);
    running = new Running<>(node, loop);
    started.countDown();
    return loop;
  }

  private void failed(String sentence, Throwable cause) {
    failure = sentence + ": " + Sentence.of(cause);
    System.err.println("orb: " + failure);
  }

  /** What went wrong last on the node's thread; null if nothing did. */
  public @Nullable String failure() {
    return failure;
  }

  /** What its sockets have sent and received. */
  public LoopStatistics statistics() {
    Running<N> now = running;
    if (now == null) {
      throw new IllegalStateException(name + " has not started");
    }
    return now.loop().statistics();
  }

  /** False if the node's inbox is full or the node has ended. */
  public boolean offer(Runnable work) {
    Running<N> now = running;
    return !closed && now != null && now.loop().execute(work);
  }

  @Override
  public void execute(Runnable work) {
    try {
      started.await();
      while (!offer(work) && isAlive()) {
        Thread.sleep(RETRY_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Has something done with the node, on its thread, and does not wait for it. */
  public void tell(Consumer<N> work) {
    execute(
        () -> {
          Running<N> now = running;
          if (now != null) {
            work.accept(now.node());
          }
        });
  }

  public boolean isStarted() {
    return running != null;
  }

  public boolean isAlive() {
    Running<N> now = running;
    return !closed && now != null && now.loop().isAlive();
  }

  /** Reads something off the node, on its thread. */
  public <T> T look(Function<N, T> view) {
    return ask(patience, (node, seen) -> seen.complete(view.apply(node)));
  }

  /** Asks the node for something that it completes when it has it, and waits. */
  public <T> T ask(Duration time, BiConsumer<N, CompletableFuture<T>> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    execute(
        () -> {
          Running<N> now = running;
          try {
            if (now != null) {
              question.accept(now.node(), answer);
            }
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
    if (!isAlive()) {
      throw new IllegalStateException(ended());
    }
    try {
      return await(answer, time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(Sentence.of(e.getCause() == null ? e : e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          isAlive() ? "no answer from %s within %d s".formatted(name, time.toSeconds()) : ended(),
          e);
    }
  }

  /** An answer that was promised never comes if the node ends: who waits looks up now and then. */
  private <T> T await(CompletableFuture<T> answer, Duration time)
      throws InterruptedException, ExecutionException, TimeoutException {
    long deadline = System.nanoTime() + time.toNanos();
    while (true) {
      long left = deadline - System.nanoTime();
      try {
        return answer.get(Math.clamp(left, 0, LOOK_UP), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (left <= LOOK_UP || !isAlive()) {
          throw e;
        }
      }
    }
  }

  private String ended() {
    String last = failure;
    return name + " has stopped" + (last == null ? "" : ": " + last);
  }

  /** Ends the node's thread and frees its ports. */
  @Override
  public void close() {
    Running<N> now = running;
    if (now != null) {
      now.loop().close();
    }
    closed = true;
    started.countDown();
  }
}
