package org.orbweaver.console;

import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Open pages that are told what happens, at most {@value #MOST}; who comes later is turned away.
 *
 * <p>Each has a thread of its own: one that does not read what it is sent holds up nobody else, and
 * misses what does not fit. One that has gone is noticed within seconds, also while nothing
 * happens: else the places would be taken by pages that were closed long ago.
 */
public final class Viewers {
  static final int MOST = 64;
  private static final int WAITING = 4;
  private static final Duration STILL_THERE = Duration.ofSeconds(10);

  private final Duration stillThere;
  private final Queue<Viewer> all = new ConcurrentLinkedQueue<>();

  public Viewers() {
    this(STILL_THERE);
  }

  /**
   * @param stillThere how long nobody is told anything before each is asked whether it is there
   */
  Viewers(Duration stillThere) {
    this.stillThere = stillThere;
  }

  private record Event(String name, String data) {
    Event {
      if (data.isEmpty()) {
        throw new IllegalArgumentException("browsers pass over events without data");
      }
    }
  }

  private final class Viewer {
    private final SseClient client;
    private final BlockingQueue<Event> waiting = new ArrayBlockingQueue<>(WAITING);
    private final Thread thread;

    Viewer(SseClient client) {
      this.client = client;
      this.thread = Thread.ofVirtual().name("viewer").unstarted(this::keepTelling);
    }

    private void keepTelling() {
      try {
        while (!client.terminated()) {
          send(waiting.poll(stillThere.toNanos(), TimeUnit.NANOSECONDS));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        client.close();
      }
    }

    private void send(@Nullable Event event) {
      if (event == null) {
        client.sendComment("still there?");
      } else {
        client.sendEvent(event.name(), event.data());
      }
    }
  }

  /** False if there are too many. */
  public synchronized boolean join(SseClient client) {
    if (all.size() >= MOST) {
      client.sendEvent("full", "too many viewers");
      client.close();
      return false;
    }
    Viewer viewer = new Viewer(client);
    client.keepAlive();
    client.onClose(
        () -> {
          all.remove(viewer);
          viewer.thread.interrupt();
        });
    all.add(viewer);
    viewer.thread.start();
    return true;
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** Who has not taken the last ones yet is not told: there is always a later one. */
  public void tell(String name, String data) {
    Event event = new Event(name, data);
    all.forEach(viewer -> viewer.waiting.offer(event));
  }

  public void close() {
    all.forEach(viewer -> viewer.client.close());
  }
}
