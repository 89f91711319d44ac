package org.orbweaver.web.crawl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.orbweaver.fetch.http.VirtualTime;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.HostTurn;
import org.orbweaver.web.frontier.SettledVisit;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.Visit;

/**
 * A crawl in virtual time, on one thread: hours of pauses pass in seconds, and the same web gives
 * the same run. Every turn that is ready begins at once, as if there were enough workers; what
 * comes of it is committed when its time has come, so that no link is known before its page was
 * there.
 */
public final class VirtualCrawl {
  private static final long IDLE_STEP = 1_000_000_000L;
  private static final int MOST_PER_COMMIT = 1_024;

  private final CrawlParts parts;
  private final VirtualTime time;
  private final Frontier frontier;
  private final CrawlCounters counters = new CrawlCounters();
  private final OwnFaults faults = new OwnFaults(() -> {});
  private final VisitDriver use;
  private final PriorityQueue<Timed> pending =
      new PriorityQueue<>(Comparator.comparingLong(Timed::at).thenComparingLong(Timed::number));
  private long number;

  /** The number keeps outcomes of one moment in order. */
  private record Timed(long at, long number, VisitOutcome outcome) {}

  /**
   * @param time also the clock of all the parts
   */
  public VirtualCrawl(CrawlOptions options, CrawlParts parts, VirtualTime time) {
    this.parts = parts;
    this.time = time;
    this.frontier = parts.frontier();
    this.use =
        new VisitDriver(
            parts,
            this::keepForLater,
            counters,
            faults,
            options,
            new Visit(parts.visit(), options.visit()));
  }

  private void keepForLater(VisitOutcome outcome) {
    pending.add(new Timed(time.nanos(), number++, outcome));
  }

  public CrawlCounters counters() {
    return counters;
  }

  /** Until the round is done. */
  public void run() throws IOException, InterruptedException {
    long now = time.nanos();
    while (true) {
      commitUpTo(now);
      faults.check();
      HostTurn turn = frontier.take(now);
      if (turn != null) {
        use.use(turn);
        time.set(now);
        continue;
      }
      long next =
          Math.min(frontier.nextReady(), pending.isEmpty() ? Long.MAX_VALUE : pending.peek().at());
      if (next == Long.MAX_VALUE) {
        if (frontier.finished()) {
          break;
        }
        next = now + IDLE_STEP; // hosts on disk wait until those in memory have rested
        frontier.commit(List.of(), List.of(), parts.store().commit(), next);
      }
      now = Math.max(now, next);
      time.set(now);
    }
    parts.store().endRound(frontier.round());
    frontier.commit(List.of(), List.of(), parts.store().commit(), now);
  }

  private void commitUpTo(long now) throws IOException {
    List<SettledVisit> settled = new ArrayList<>();
    List<Discovery> discoveries = new ArrayList<>();
    List<LogLine> lines = new ArrayList<>();
    boolean any = false;
    while (!pending.isEmpty() && pending.peek().at() <= now && settled.size() < MOST_PER_COMMIT) {
      any = true;
      VisitOutcome outcome = pending.remove().outcome();
      if (outcome.capture() != null) {
        try (CaptureStore.Sealed sealed = outcome.capture()) {
          parts.store().append(sealed);
        }
      }
      if (outcome.settled() != null) {
        settled.add(outcome.settled());
      }
      discoveries.addAll(outcome.discoveries());
      lines.addAll(outcome.lines());
    }
    if (any) {
      String mark = parts.store().commit();
      long logged = parts.log().append(lines);
      counters.linksNew(frontier.commit(settled, discoveries, mark, logged, now));
    }
  }
}
