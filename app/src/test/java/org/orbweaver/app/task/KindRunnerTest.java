package org.orbweaver.app.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.KnownCrawls;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.udp.MonotonicClock;

/** What becomes of tasks before any work is done on them: O11 and W2. */
class KindRunnerTest {
  private static final long DAY = 86_400;
  private static final LinkGraph GRAPH = LinkGraph.zipf(1, 1, 1);
  private static final String PAGE = GRAPH.url(0);

  /** What the scheduler is told, as a line. */
  private static final class Told implements Runner.Finish {
    final CompletableFuture<String> line = new CompletableFuture<>();

    @Override
    public boolean isLastAttempt() {
      return false;
    }

    @Override
    public void done(Runner.Outcome outcome) {
      line.complete("done");
    }

    @Override
    public void later(long nanos) {
      line.complete("later");
    }

    @Override
    public void again(long nanos, String because) {
      line.complete("in vain: " + because);
    }

    @Override
    public void failed(String because) {
      line.complete("failed: " + because);
    }

    @Override
    public void refused(String because) {
      line.complete("refused: " + because);
    }
  }

  private static long seconds() {
    return TimeUnit.NANOSECONDS.toSeconds(MonotonicClock.now());
  }

  private static CrawlRecord crawl(long created, int depth, long until) {
    return CrawlRecord.of(
        new CrawlPlan(created, depth, until, List.of(PAGE), Map.of()),
        PeerKeys.draw(new SecureRandom()));
  }

  private static String told(@Nullable CrawlRecord known, Task task) throws Exception {
    return told(known, task, Accepted.ALL);
  }

  @SuppressWarnings("NullAway") // these tasks need no tools
  private static String told(@Nullable CrawlRecord known, Task task, Accepted accepted)
      throws Exception {
    Entry entry = known == null ? null : known.entry();
    TaskKinds kinds = new TaskKinds(List.of(new LinkTasks(GRAPH, 0)));
    try (KindRunner runner =
        new KindRunner(kinds, new KnownCrawls(id -> entry), null, Runnable::run, accepted)) {
      Told told = new Told();
      runner.run(task, told);
      return told.line.get(20, TimeUnit.SECONDS);
    }
  }

  /** In vain means: with growing pauses, and given up after five attempts. */
  @Test
  void aTaskOfACrawlThatNobodyKnowsIsTriedInVain() throws Exception {
    CrawlId unknown = new CrawlId(1, 2);
    assertThat(told(null, Task.of(unknown, PAGE)))
        .isEqualTo("in vain: nobody knows crawl " + unknown);
  }

  @Test
  void anotherCrawlsRecordDoesNotSpeakForIt() throws Exception {
    CrawlRecord other = crawl(seconds(), 9, CrawlPlan.FOR_EVER);
    assertThat(told(other, Task.of(new CrawlId(1, 2), PAGE))).startsWith("in vain: nobody knows");
  }

  @Test
  void aPeerWhoseClockIsNotSetYetLeavesTasksForLater() throws Exception {
    CrawlRecord ahead = crawl(seconds() + 2 * DAY, 9, CrawlPlan.FOR_EVER);
    assertThat(told(ahead, Task.of(ahead.number(), PAGE))).isEqualTo("later");
    CrawlRecord of1970 = crawl(seconds() + 56 * 365 * DAY, 9, seconds() + 57 * 365 * DAY);
    assertThat(told(of1970, Task.of(of1970.number(), PAGE))).isEqualTo("later");
  }

  @Test
  void whatItsOperatorDoesNotAcceptIsGivenUpAndSaysSo() throws Exception {
    CrawlRecord today = crawl(seconds(), 9, CrawlPlan.FOR_EVER);
    Task task = Task.of(today.number(), PAGE);
    assertThat(told(today, task, new Accepted(Set.of("magnet"), Set.of())))
        .startsWith("failed: the peer that answers for it does no tasks of the form ");
    String scheme = PAGE.substring(0, PAGE.indexOf(':'));
    assertThat(told(today, task, new Accepted(Set.of(scheme), Set.of(Key.ZERO))))
        .isEqualTo("failed: the peer that answers for it does no tasks of this crawl's owner");
    assertThat(told(today, task, new Accepted(Set.of(scheme), Set.of(today.owner()))))
        .isEqualTo("done");
  }

  @Test
  void aTaskOfTodaysCrawlIsDoneAndOneOfYesterdaysIsNot() throws Exception {
    CrawlRecord today = crawl(seconds(), 9, CrawlPlan.FOR_EVER);
    assertThat(told(today, Task.of(today.number(), PAGE))).isEqualTo("done");
    CrawlRecord over = crawl(seconds() - 2 * DAY, 9, seconds() - DAY);
    assertThat(told(over, Task.of(over.number(), PAGE)))
        .isEqualTo("failed: its crawl's time is over");
  }
}
