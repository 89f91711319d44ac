package org.orbweaver.sim.net;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Time that stands still until the next event, and the queue of those events: earliest first, and
 * of two at the same time the one scheduled first. A binary heap over parallel arrays, because a
 * simulated day fires hundreds of millions of events.
 *
 * <p>The queue grows as needed: what bounds it are the bounds of those who schedule.
 */
public final class VirtualClock {
  /** Something that happens at a moment. */
  @FunctionalInterface
  public interface Event {
    void fire(long now);
  }

  private long now;
  private long scheduled;
  private int size;
  private long[] times = new long[1024];
  private long[] order = new long[1024];
  private @Nullable Event[] events = new Event[1024];

  public VirtualClock(long startsAt) {
    this.now = startsAt;
  }

  public long now() {
    return now;
  }

  /** Lets the event happen at that time, or next if the time has passed already. */
  public void at(long time, Event event) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      order = Arrays.copyOf(order, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
    }
    int hole = size++;
    long due = Math.max(time, now);
    long turn = scheduled++;
    while (hole > 0 && before(due, turn, (hole - 1) / 2)) {
      move((hole - 1) / 2, hole);
      hole = (hole - 1) / 2;
    }
    put(hole, due, turn, event);
  }

  /** Fires every event due until then and leaves the clock at exactly that time. */
  public void runUntil(long time) {
    while (size > 0 && times[0] <= time) {
      step();
    }
    now = Math.max(now, time);
  }

  /** Fires the next event; false if there is none. */
  public boolean step() {
    if (size == 0) {
      return false;
    }
    now = times[0];
    Event event = events[0];
    removeFirst();
    if (event != null) {
      event.fire(now);
    }
    return true;
  }

  private void removeFirst() {
    int last = --size;
    long due = times[last];
    long turn = order[last];
    Event event = events[last];
    events[last] = null;
    if (last == 0) {
      return;
    }
    int hole = 0;
    while (true) {
      int child = 2 * hole + 1;
      if (child >= last) {
        break;
      }
      if (child + 1 < last && before(times[child + 1], order[child + 1], child)) {
        child++;
      }
      if (before(due, turn, child)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    put(hole, due, turn, event);
  }

  private boolean before(long due, long turn, int index) {
    return due < times[index] || (due == times[index] && turn < order[index]);
  }

  private void move(int from, int to) {
    times[to] = times[from];
    order[to] = order[from];
    events[to] = events[from];
  }

  private void put(int index, long due, long turn, @Nullable Event event) {
    times[index] = due;
    order[index] = turn;
    events[index] = event;
  }
}
