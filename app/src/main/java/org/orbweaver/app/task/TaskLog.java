package org.orbweaver.app.task;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What became of the latest {@value #MOST} runs of tasks, for whoever watches. For many threads.
 */
public final class TaskLog {
  static final int MOST = 300;

  /** How a run ended. */
  public enum End {
    DONE,
    AGAIN,
    FAILED,
    /** By a rule of this peer's; another is to do it. */
    REFUSED
  }

  /**
   * One run.
   *
   * @param because why it is to be tried again, was given up or handed on; empty if it is done
   */
  public record Run(Instant at, String uri, String crawl, End end, String because) {}

  private final InstantSource clock;
  private final Deque<Run> latest = new ArrayDeque<>();

  TaskLog(InstantSource clock) {
    this.clock = clock;
  }

  synchronized void note(String uri, String crawl, End end, String because) {
    latest.addFirst(new Run(clock.instant(), uri, crawl, end, because));
    if (latest.size() > MOST) {
      latest.removeLast();
    }
  }

  /** The latest first. */
  public synchronized List<Run> latest() {
    return new ArrayList<>(latest);
  }
}
