package org.orbweaver.web.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.visit.Cause;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.Role;
import org.orbweaver.web.visit.Trail;
import org.orbweaver.web.visit.Visit;

/**
 * Runs one round of a crawl to its end, or until it is stopped; what is not done by then is done
 * when it is run again.
 */
public final class Crawl {
  private static final int LINES_AT_ONCE = 10_000;
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long SAVE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final CrawlOptions options;
  private final CrawlParts parts;
  private final Frontier frontier;
  private final LongSupplier clock;
  private final CrawlCounters counters;
  private volatile boolean stopped;
  private long savedAt = System.nanoTime();

  /** Why a run ended. */
  public enum End {
    /** Everything reachable has been visited. */
    FINISHED,
    /** As many pages or bytes as were asked for. */
    LIMIT,
    STOPPED
  }

  public Crawl(CrawlOptions options, CrawlParts parts) {
    this(options, parts, new CrawlCounters());
  }

  /** Goes on with what another has counted. */
  public Crawl(CrawlOptions options, CrawlParts parts, CrawlCounters counters) {
    this.counters = counters;
    this.options = options;
    this.parts = parts;
    this.frontier = parts.frontier();
    this.clock = parts::nanos;
  }

  /** Known seeds are no news, so a resumed crawl may be given them again. */
  public void addSeeds(List<WebUrl> seeds) throws IOException {
    List<Discovery> found = seeds.stream().map(Canonical::spelled).map(Discovery::seed).toList();
    frontier.commit(List.of(), found, parts.store().commit(), clock.getAsLong());
  }

  /**
   * Puts down what rules of before left out and those of now let in; links, as far as anybody
   * knows.
   *
   * @return how many of them there are
   */
  public int judgeAnew(Collection<LogLine> skipped) throws IOException {
    List<Discovery> let = new ArrayList<>();
    Set<WebUrl> queued = new HashSet<>();
    for (LogLine line : skipped) {
      WebUrl url = WebUrl.of(line.url());
      int depth = 1 + (int) line.path().chars().filter(step -> step == 'L').count();
      Trail trail = new Trail(line.via(), line.path().replace('-', 'L'));
      Discovery page = new Discovery(url, Fingerprint.of(url), Role.PAGE, depth, 0, trail);
      if (parts.policy().judgeAgain(page) == Verdict.IN) {
        let.add(page);
        queued.add(url);
      }
    }
    int known = frontier.requeue(queued);
    return known + frontier.commit(List.of(), let, parts.store().commit(), clock.getAsLong());
  }

  public CrawlCounters counters() {
    return counters;
  }

  /** Makes {@link #run} end soon; nothing is lost. */
  public void stop() {
    stopped = true;
  }

  /** Blocks; the calling thread is the committer. */
  public End run() throws IOException, InterruptedException {
    RoundBudget budget = RoundBudget.of(options, frontier, counters);
    TurnDispatcher turns = new TurnDispatcher(frontier, clock, budget);
    Committer committer = new Committer(parts, counters, clock);
    OwnFaults faults = new OwnFaults(turns::end);
    List<Thread> workers = startWorkers(turns, committer, faults);
    try {
      End end = commitUntilEnd(turns, committer, budget, faults);
      turns.end();
      drain(workers, committer);
      if (end == End.FINISHED) {
        finish();
      } else {
        faults.check();
      }
      return end;
    } finally {
      turns.end();
      workers.forEach(Thread::interrupt);
    }
  }

  private void finish() throws IOException {
    List<LogLine> lines = new ArrayList<>();
    int round = frontier.round();
    frontier.forEachBeyondBudget(
        page -> {
          counters.missed(Cause.BUDGET, page.url().toString());
          lines.add(LogLine.missed(parts.now(), round, page, Cause.BUDGET));
          if (lines.size() >= LINES_AT_ONCE) {
            log(lines);
          }
        });
    log(lines);
    parts.store().endRound(round);
    String mark = parts.store().commit();
    frontier.commit(List.of(), List.of(), mark, parts.log().append(List.of()), clock.getAsLong());
  }

  private void log(List<LogLine> lines) {
    try {
      parts.log().append(lines);
      lines.clear();
    } catch (IOException e) {
      throw new UncheckedIOException("the crawl's log cannot be written", e);
    }
  }

  private List<Thread> startWorkers(TurnDispatcher turns, Committer committer, OwnFaults faults) {
    List<Thread> workers = new ArrayList<>();
    Visit visit = new Visit(parts.visit(), options.visit());
    for (int i = 0; i < options.workers(); i++) {
      workers.add(
          Thread.ofVirtual()
              .name("crawl-", i)
              .start(
                  new CrawlWorker(
                      turns, new VisitDriver(parts, committer, counters, faults, options, visit))));
    }
    return workers;
  }

  private End commitUntilEnd(
      TurnDispatcher turns, Committer committer, RoundBudget budget, OwnFaults faults)
      throws IOException, InterruptedException {
    while (true) {
      boolean some = committer.commitSome();
      turns.changed();
      saveSession();
      if (!some && frontier.finished()) {
        return End.FINISHED;
      }
      Throwable failure = turns.failure();
      if (failure != null) {
        throw new IllegalStateException("a crawl worker failed: " + failure, failure);
      }
      if (stopped || faults.tooMany()) {
        return End.STOPPED;
      }
      if (budget.room() <= 0) {
        return End.LIMIT;
      }
    }
  }

  /** Now and then: a killed crawl may lose a second's cookies, which servers give again. */
  private void saveSession() {
    long now = System.nanoTime();
    if (now - savedAt > SAVE_NANOS) {
      savedAt = now;
      parts.visit().session().save();
    }
  }

  /** Lets workers end what they are at, for a while; then hangs up on their servers. */
  private void drain(List<Thread> workers, Committer committer)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + GRACE_NANOS;
    boolean hungUp = false;
    while (workers.stream().anyMatch(Thread::isAlive) || !committer.isEmpty()) {
      committer.commitSome();
      if (!hungUp && System.nanoTime() > deadline) {
        parts.visit().fetcher().hangUp();
        hungUp = true;
      }
    }
  }
}
