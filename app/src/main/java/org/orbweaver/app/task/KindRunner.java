package org.orbweaver.app.task;

import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.trust.LinkRule;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.KnownCrawls;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.trust.Sight;
import org.orbweaver.udp.MonotonicClock;

/**
 * Runs tasks of all the kinds a peer knows, a virtual thread each; how many at once is the
 * scheduler's business. Whatever the work throws, an {@link Error} too, the scheduler is told: a
 * task nobody hears of again would hold its slot and its lane for ever.
 */
public final class KindRunner implements Runner, Inspector, AutoCloseable {
  private static final long SECOND = 1_000_000_000L;

  /** A peer of a later version may take it over meanwhile. */
  private static final long UNKNOWN_SCHEME = 600 * SECOND;

  private static final long UNKNOWN_CRAWL = 10 * SECOND;
  private static final long WRONG_CLOCK = 60 * SECOND;
  private static final long RESTING = 5 * SECOND;
  private static final long DAY_SECONDS = 86_400;
  private static final long AFTER_FAILURE = 10 * SECOND;

  private final TaskKinds kinds;
  private final KnownCrawls crawls;
  private final PeerTools tools;
  private final Executor peer;
  private final Accepted accepted;
  private final Map<TaskKind, TaskKind.Work> ready = new HashMap<>();
  private final ReentrantLock opening = new ReentrantLock();
  private final TaskLog log = new TaskLog(InstantSource.system());
  private boolean closed;

  /**
   * @param peer the node's own thread
   */
  public KindRunner(
      TaskKinds kinds, KnownCrawls crawls, PeerTools tools, Executor peer, Accepted accepted) {
    this.accepted = accepted;
    this.kinds = kinds;
    this.crawls = crawls;
    this.tools = tools;
    this.peer = peer;
  }

  @Override
  public String lane(Task task) {
    TaskKind kind = kinds.of(task.uri());
    return kind == null ? TaskKey.host(task.uri()) : kind.lane(task.uri());
  }

  @Override
  public @Nullable Key owner(Task task) {
    CrawlRecord crawl = crawls.met(task.crawl());
    return crawl == null ? null : crawl.owner();
  }

  @Override
  public void run(Task task, Finish finish) {
    Thread.ofVirtual().name(task.uri()).start(() -> runBlocking(task, finish));
  }

  @Override
  @SuppressWarnings("CatchingThrowable") // see the class comment
  public void inspect(Exhibit exhibit, Consumer<Seen> told) {
    Thread.ofVirtual()
        .name("check " + exhibit.uri())
        .start(
            () -> {
              Seen seen = Seen.nothing();
              try {
                TaskKind kind = kinds.of(exhibit.uri());
                seen = kind == null ? seen : work(kind).inspect(exhibit);
              } catch (Throwable e) {
                tools.troubles().count("not checked: " + Sentence.of(e), exhibit.uri());
              }
              Seen found = seen;
              peer.execute(() -> told.accept(found));
            });
  }

  @Override
  @SuppressWarnings("CatchingThrowable") // see the class comment
  public void compare(String uri, byte[] summary, byte[] records, Consumer<Sight> told) {
    Thread.ofVirtual()
        .name("compare " + uri)
        .start(
            () -> {
              Sight seen = Sight.UNREACHED;
              try {
                TaskKind kind = kinds.of(uri);
                seen = kind == null ? seen : work(kind).compare(uri, summary, records);
              } catch (Throwable e) {
                tools.troubles().count("not compared: " + Sentence.of(e), uri);
              }
              Sight found = seen;
              peer.execute(() -> told.accept(found));
            });
  }

  /** What cannot be lent for whatever reason is run here, where the reason is told. */
  @Override
  @SuppressWarnings("CatchingThrowable") // see the class comment
  public void lend(Task task, @Nullable Result before, Lending lending) {
    Thread.ofVirtual()
        .name("lend " + task.uri())
        .start(
            () -> {
              try {
                TaskKind kind = kinds.of(task.uri());
                if (kind == null) {
                  throw new GivenUp("nobody here knows what it is");
                }
                Lent lent =
                    work(kind).lend(task, plan(task, kind), new TaskKind.Attempt(false, before));
                peer.execute(
                    () -> lending.may((summary, unchanged) -> settle(lent, summary, unchanged)));
              } catch (RetryLater e) {
                peer.execute(lending::notNow);
              } catch (Throwable e) {
                peer.execute(lending::mayNot);
              }
            });
  }

  /** Elsewhere: budgets may have to wait for the peer's thread, which must not wait for them. */
  private static void settle(Lent lent, byte @Nullable [] summary, boolean isUnchanged) {
    Thread.ofVirtual().name("settle a loan").start(() -> lent.over(summary, isUnchanged));
  }

  @Override
  public byte @Nullable [] links(int version, String address, byte[] page) {
    return new LinkRule().links(version, address, page);
  }

  @SuppressWarnings("CatchingThrowable") // see the class comment
  private void runBlocking(Task task, Finish finish) {
    try {
      Outcome outcome =
          outcome(task, new TaskKind.Attempt(finish.isLastAttempt(), finish.before()));
      note(task, TaskLog.End.DONE, "");
      peer.execute(() -> finish.done(outcome));
    } catch (RetryLater e) {
      peer.execute(() -> finish.later(e.waitNanos()));
    } catch (TriedInVain e) {
      note(task, TaskLog.End.AGAIN, e.because());
      peer.execute(() -> finish.again(e.waitNanos(), e.because()));
    } catch (GivenUp e) {
      note(task, TaskLog.End.FAILED, e.because());
      peer.execute(() -> finish.failed(e.because()));
    } catch (RefusedByRule e) {
      note(task, TaskLog.End.REFUSED, e.because());
      peer.execute(() -> finish.refused(e.because()));
    } catch (Throwable e) {
      note(task, TaskLog.End.AGAIN, Sentence.of(e));
      peer.execute(() -> finish.again(AFTER_FAILURE, Sentence.of(e)));
    }
  }

  private void note(Task task, TaskLog.End end, String because) {
    log.note(task.uri(), task.crawl().toString(), end, because);
  }

  /** The latest runs. */
  public TaskLog log() {
    return log;
  }

  private Outcome outcome(Task task, TaskKind.Attempt attempt) throws Exception {
    TaskKind kind = kinds.of(task.uri());
    if (kind == null) {
      throw new RetryLater(UNKNOWN_SCHEME);
    }
    CrawlPlan plan = plan(task, kind);
    return work(kind).run(task, plan, attempt);
  }

  /** What crawl a task is of; of one that is over nothing is done any more. */
  private CrawlPlan plan(Task task, TaskKind kind)
      throws RetryLater, TriedInVain, GivenUp, InterruptedException {
    CrawlRecord crawl = crawls.get(MonotonicClock.now(), task.crawl());
    if (crawl == null) {
      throw new TriedInVain(UNKNOWN_CRAWL, "nobody knows crawl " + task.crawl());
    }
    String objection = accepted.objection(kind, crawl.owner());
    if (objection != null) {
      throw new GivenUp(objection);
    }
    if (crawl.isStopped()) {
      throw new GivenUp("its crawl was stopped");
    }
    if (crawl.isResting()) {
      throw new RetryLater(RESTING);
    }
    CrawlPlan plan = crawl.plan();
    long seconds = MonotonicClock.now() / SECOND;
    if (seconds < plan.created() - DAY_SECONDS) {
      throw new RetryLater(WRONG_CLOCK); // this machine's clock has not been set yet
    }
    if (plan.until() < seconds) {
      throw new GivenUp("its crawl's time is over");
    }
    if (task.depth() > plan.depth()) {
      throw new GivenUp("it lies deeper than its crawl goes");
    }
    return plan;
  }

  private TaskKind.Work work(TaskKind kind) throws IOException {
    opening.lock();
    try {
      if (closed) {
        throw new IOException("the peer ends");
      }
      TaskKind.@Nullable Work work = ready.get(kind);
      if (work == null) {
        work = kind.open(tools);
        ready.put(kind, work);
      }
      return work;
    } finally {
      opening.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    opening.lock();
    try {
      closed = true;
      for (TaskKind.Work work : ready.values()) {
        work.close();
      }
    } finally {
      opening.unlock();
    }
  }
}
