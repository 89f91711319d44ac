package org.orbweaver.app.task;

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.crawl.Spending;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.CrawlId;

/**
 * Budgets that all peers of a swarm share. A peer draws some of a {@link Purse} before it spends
 * it: under a lease of the purse's name it reads what is drawn so far, and has the swarm keep the
 * new sum on r disks. So together they never draw more than the budget, whoever dies or starts
 * again; what a peer had drawn and not spent by then is lost to the crawl.
 *
 * <p>A draw is a thirty-second part of what is left, so that little lies idle in the pockets of
 * peers without work, and the last units are drawn one by one. Of large budgets a peer spends a
 * thousandth without asking: most hosts have fewer pages than that, and need no entry.
 *
 * <p>Bounded: past {@link #MOST} pockets that not used longest is forgotten.
 */
public final class Budgets {
  private static final int MOST = 20_000;
  private static final int PARTS = 32;
  private static final int FREE_PART = 1_000;

  /**
   * One budget of a crawl.
   *
   * @param limit in units of its own
   */
  public record Purse(CrawlId crawl, String name, int limit) {}

  /** The ledger of the whole swarm. */
  public interface Ledger {
    /** Null if nobody has it. */
    @Nullable Entry find(EntryId id) throws InterruptedException;

    /** Returns when it is on r disks. */
    void store(Entry entry) throws InterruptedException;
  }

  /** What this peer may spend without asking; less than nothing if it has spent more. */
  private static final class Pocket {
    private final ReentrantLock lock = new ReentrantLock();
    private long units;
    private boolean empty;

    Pocket(long units) {
      this.units = units;
    }
  }

  private final BlockingLeases leases;
  private final Ledger ledger;
  private final Map<Purse, Pocket> pockets = Collections.synchronizedMap(new LruMap<>(MOST));

  public Budgets(BlockingLeases leases, Ledger ledger) {
    this.leases = leases;
    this.ledger = ledger;
  }

  private Pocket pocket(Purse purse) {
    return pockets.computeIfAbsent(purse, key -> new Pocket(key.limit() / FREE_PART));
  }

  /**
   * Whether there is anything to spend; draws it if need be.
   *
   * @throws RetryLater if another peer draws just now
   */
  public boolean has(Purse purse) throws RetryLater, InterruptedException {
    return take(purse, 0);
  }

  /** Takes a unit that is to be spent or {@linkplain #spend given back}; false if none is left. */
  public boolean takeOne(Purse purse) throws RetryLater, InterruptedException {
    return take(purse, 1);
  }

  private boolean take(Purse purse, int units) throws RetryLater, InterruptedException {
    Pocket pocket = pocket(purse);
    pocket.lock.lockInterruptibly();
    try {
      if (pocket.units <= 0 && !pocket.empty) {
        draw(purse, pocket);
      }
      boolean has = pocket.units > 0;
      pocket.units -= has ? units : 0;
      return has;
    } finally {
      pocket.lock.unlock();
    }
  }

  /** So much was spent, which nobody could know before; or, if negative, not spent after all. */
  public void spend(Purse purse, long units) {
    Pocket pocket = pocket(purse);
    pocket.lock.lock();
    try {
      pocket.units -= units;
    } finally {
      pocket.lock.unlock();
    }
  }

  private void draw(Purse purse, Pocket pocket) throws RetryLater, InterruptedException {
    Leases.Lease lease = leases.tryTake("budget %s %s".formatted(purse.crawl(), purse.name()));
    try {
      Spending none = new Spending(purse.crawl(), purse.name(), 0);
      Entry known = ledger.find(none.id());
      Spending before = known == null ? null : Spending.read(known);
      Spending drawn = before == null ? none : before;
      long left = (long) purse.limit() - drawn.drawn();
      long wanted = Math.max(1, left / PARTS) - pocket.units; // what was spent too much first
      int draw = (int) Math.min(left, wanted);
      if (draw <= 0) {
        pocket.empty = true; // for good: what is drawn only grows
        return;
      }
      ledger.store(drawn.and(draw).entry());
      pocket.units += draw;
    } finally {
      leases.giveBack(lease, 0);
    }
  }
}
