package org.orbweaver.udp;

import java.io.IOException;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;

/**
 * One thread that drives one handler over many sockets. The handler is never called from anywhere
 * else; other threads {@link #execute} work on the loop.
 */
public final class UdpEventLoop implements AutoCloseable {
  private static final long MILLISECOND = 1_000_000L;
  private static final int LONGEST_WAIT = 60_000;

  /** A turn takes a millisecond; one this late had a handler with much else to do. */
  private static final long HELD_UP = 50 * MILLISECOND;

  /** More than a socket's buffer holds; but under a flood the handler must tick, too. */
  private static final int CATCHING_UP = 256;

  private final UdpSockets sockets;
  private final GuardedHandler handler;
  private final WorkInbox inbox;
  private final Thread thread;
  private volatile boolean stopping;

  private UdpEventLoop(UdpSockets sockets, PacketHandler handler, LoopListener listener) {
    this.sockets = sockets;
    this.handler = new GuardedHandler(handler, listener, sockets.counters());
    this.inbox = new WorkInbox(sockets.settings().inbox());
    this.thread =
        Thread.ofPlatform().name("udp " + sockets.homes().getFirst()).unstarted(this::run);
  }

  /** Starts the loop, which now owns the sockets; the handler's first call is {@code onTick}. */
  public static UdpEventLoop start(
      UdpSockets sockets, PacketHandler handler, LoopListener listener) {
    UdpEventLoop loop = new UdpEventLoop(sockets, handler, listener);
    loop.thread.start();
    return loop;
  }

  public List<Endpoint> homes() {
    return sockets.homes();
  }

  public LoopStatistics statistics() {
    return sockets.counters().snapshot();
  }

  /**
   * Has the loop's thread do {@code work} soon, and call {@code onTick} after it. From any thread.
   *
   * @return false if it was refused, because the inbox is full or the loop closed; accepted work is
   *     done even when the loop is closed meanwhile
   */
  public boolean execute(Runnable work) {
    switch (inbox.offer(work)) {
      case REFUSED -> {
        sockets.counters().workRefused.incrementFromAnyThread();
        return false;
      }
      case FIRST -> sockets.wakeUp();
      case TAKEN -> {}
    }
    return true;
  }

  /**
   * Whether it still runs; it ends when it is closed, or by a failure that its listener heard of.
   */
  public boolean isAlive() {
    return thread.isAlive();
  }

  /** Ends the loop after its current turn, waits for that, and frees ports and memory. */
  @Override
  public void close() {
    stopping = true;
    sockets.wakeUp();
    if (!Thread.currentThread().equals(thread)) {
      joinUninterruptibly();
    }
  }

  private void joinUninterruptibly() {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (sockets) {
      while (!stopping) {
        turn();
      }
      inbox.close();
      doPostedWork();
      sockets.flush();
    } catch (IOException | RuntimeException | Error e) {
      handler.tell("the loop at " + sockets.homes() + " ended", e);
    } finally {
      inbox.close();
    }
  }

  private void turn() throws IOException {
    long promised = handler.wakeUp();
    int ready = sockets.await(millisUntil(promised));
    sockets.counters().wakeUps.increment();
    // A handler that was held up by its own work hears first what came meanwhile: otherwise it
    // would
    // take answers that lie in the socket for lost.
    boolean late = MonotonicClock.now() - promised > HELD_UP;
    if (!late && !inbox.isEmpty()) {
      doPostedWork();
    }
    for (int i = 0; i < ready; i++) {
      // One clock reading a batch: at full speed a batch takes a fraction of a millisecond.
      long now = MonotonicClock.now();
      int batches = late ? CATCHING_UP : 1;
      while (sockets.receive(i, now, handler) && --batches > 0) {
        sockets.flush();
      }
      if (!late) {
        tickIfDue(now);
      }
      sockets.flush();
    }
    if (late && !inbox.isEmpty()) {
      doPostedWork();
    }
    tickIfDue(MonotonicClock.now());
    sockets.flush();
  }

  private void tickIfDue(long now) {
    if (now >= handler.wakeUp()) {
      handler.onTick(now);
    }
  }

  private void doPostedWork() {
    long now = MonotonicClock.now();
    for (Runnable work : inbox.take()) {
      handler.run(now, work);
    }
    handler.onTick(MonotonicClock.now());
  }

  /** Rounded up: a timer may be a millisecond late, but must not spin while it is not yet due. */
  private static int millisUntil(long wakeUp) {
    if (wakeUp == PacketHandler.NEVER) {
      return -1;
    }
    long nanos = wakeUp - MonotonicClock.now();
    return nanos <= 0 ? 0 : (int) Math.min((nanos + MILLISECOND - 1) / MILLISECOND, LONGEST_WAIT);
  }
}
