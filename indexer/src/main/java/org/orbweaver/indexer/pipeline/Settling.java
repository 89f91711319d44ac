package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.indexer.store.Outcome;

/**
 * Last stage: outcomes go to the ledger in bulk, since a transaction costs the same for one as for
 * a thousand.
 *
 * <p>Bounded by back-pressure: no fetch is started while {@value #QUEUE} outcomes wait. If the
 * ledger fails, a batch is kept and tried again; if we crash, its claims run out and the work is
 * done anew.
 */
final class Settling {
  private static final int QUEUE = 4_000;
  private static final int BATCH = 500;
  private static final long LONGEST_WAIT = Duration.ofSeconds(1).toNanos();

  private final HashLedger ledger;
  private final BlockingWork work;
  private final Deque<Outcome> waiting = new ArrayDeque<>();
  private boolean settling;
  private long lastSettled = Long.MIN_VALUE / 2;
  private long settled;
  private long stored;
  private long failures;
  private String lastProblem = "";

  Settling(HashLedger ledger, BlockingWork work) {
    this.ledger = ledger;
    this.work = work;
  }

  void add(Outcome outcome) {
    waiting.add(outcome);
  }

  int room() {
    return Math.max(0, QUEUE - waiting.size());
  }

  /** Settles a batch if one is due. */
  void onTick(long now) {
    boolean due = waiting.size() >= BATCH || now - lastSettled >= LONGEST_WAIT;
    if (settling || waiting.isEmpty() || !due) {
      return;
    }
    List<Outcome> batch = new ArrayList<>(Math.min(QUEUE, waiting.size()));
    while (!waiting.isEmpty() && batch.size() < QUEUE) {
      batch.add(waiting.poll());
    }
    settling = true;
    lastSettled = now;
    work.run(() -> ledger.settle(batch, now), new Batch(batch));
  }

  boolean isIdle() {
    return waiting.isEmpty() && !settling;
  }

  StoreMetrics metrics() {
    return new StoreMetrics(settled, stored, failures, waiting.size(), lastProblem);
  }

  private final class Batch implements BlockingWork.Answer<Integer> {
    private final List<Outcome> batch;

    Batch(List<Outcome> batch) {
      this.batch = batch;
    }

    @Override
    public void done(long now, Integer newTorrents) {
      settling = false;
      settled += batch.size();
      stored += newTorrents;
    }

    @Override
    public void failed(long now, Exception problem) {
      settling = false;
      failures++;
      lastProblem = problem.toString();
      for (int i = batch.size() - 1; i >= 0; i--) {
        waiting.addFirst(batch.get(i));
      }
    }
  }
}
