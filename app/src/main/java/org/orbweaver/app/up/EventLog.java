package org.orbweaver.app.up;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * What has happened to a running program, in sentences with a level: the latest {@value #MOST} for
 * the console, and each as it comes for whoever keeps logs. For many threads.
 */
public final class EventLog {
  static final int MOST = 500;

  /** How much it matters. */
  public enum Level {
    INFO,
    WARN,
    ERROR;

    /** As logs write it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One event.
   *
   * @param about which part of the program it happened to
   */
  public record Event(Instant at, Level level, String about, String sentence) {}

  private final InstantSource clock;
  private final Consumer<Event> keeper;
  private final Deque<Event> latest = new ArrayDeque<>();

  /**
   * @param keeper told of each event, at once
   */
  public EventLog(InstantSource clock, Consumer<Event> keeper) {
    this.clock = clock;
    this.keeper = keeper;
  }

  public void note(Level level, String about, String sentence) {
    Event event = new Event(clock.instant(), level, about, sentence);
    synchronized (latest) {
      latest.addFirst(event);
      if (latest.size() > MOST) {
        latest.removeLast();
      }
    }
    keeper.accept(event);
  }

  /** The latest first. */
  public List<Event> latest() {
    synchronized (latest) {
      return new ArrayList<>(latest);
    }
  }
}
