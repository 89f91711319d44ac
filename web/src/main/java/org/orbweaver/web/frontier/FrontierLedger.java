package org.orbweaver.web.frontier;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.Discovery;
import org.rocksdb.RocksDBException;

/**
 * What is written down at a commit: one batch of changes to the store, and the numbers it needs.
 */
final class FrontierLedger {
  private static final String ROUND = "round";
  private static final String ROUND_STARTED = "round-started";
  private static final String LEVEL = "level";
  private static final String NUMBER = "number";
  private static final String MARK = "mark";
  private static final String LOGGED = "logged";
  private static final String BUDGET = "budget";

  private static final int SLICE = 1_024;

  private final FrontierStore store;
  private volatile FrontierOptions options;

  // Written by the committer, read by others too.
  private volatile long lastNumber;
  private volatile int round;
  private volatile int level;
  private boolean started;

  /**
   * @param grown hosts with new entries in their queues, and their authorities
   * @param links that were never seen before
   */
  record Entered(Map<Long, String> grown, int links) {}

  FrontierLedger(FrontierStore store, FrontierOptions options) throws RocksDBException {
    this.store = store;
    this.options = options;
    this.lastNumber = store.number(NUMBER);
    this.round = (int) Math.max(1, store.number(ROUND));
    this.level = (int) store.number(LEVEL);
    change(options);
  }

  /** From now on by other rules. */
  final void change(FrontierOptions other) throws RocksDBException {
    options = other;
    int budget = other.manners().pagesPerHost();
    if (store.number(BUDGET) != budget) {
      reopen(budget);
    }
  }

  /** With another budget, hosts that had spent theirs may have work left. */
  private void reopen(int budget) throws RocksDBException {
    try (FrontierStore.Changes changes = store.changes()) {
      changes.number(BUDGET, budget);
      List<HostRecord> all = new ArrayList<>();
      store.forEachHost((key, record) -> all.add(record));
      for (HostRecord record : all) {
        changes.open(Fingerprint.host(record.authority()), record.authority());
      }
      changes.write(true);
    }
  }

  /**
   * Puts addresses that were visited in vain, or not at all, into their hosts' queues once more,
   * for this round.
   *
   * @return how many of them the queues know
   */
  int requeue(Set<WebUrl> wanted) throws RocksDBException {
    Map<String, Set<WebUrl>> byHost = new HashMap<>();
    wanted.forEach(
        url -> byHost.computeIfAbsent(url.authority(), name -> new HashSet<>()).add(url));
    int found = 0;
    for (Map.Entry<String, Set<WebUrl>> host : byHost.entrySet()) {
      found += requeue(host.getKey(), host.getValue());
    }
    return found;
  }

  private int requeue(String authority, Set<WebUrl> wanted) throws RocksDBException {
    List<QueuedPage> again = new ArrayList<>();
    long key = Fingerprint.host(authority);
    long last = 0;
    while (!wanted.isEmpty()) {
      List<QueuedPage> pages = store.queued(key, authority, last, SLICE);
      if (pages.isEmpty()) {
        break;
      }
      last = pages.getLast().number();
      pages.stream().filter(page -> wanted.remove(page.url())).forEach(again::add);
    }
    try (FrontierStore.Changes changes = store.changes()) {
      for (QueuedPage page : again) {
        append(page.requeued(nextNumber(), round), new HashMap<>(), changes);
      }
      changes.number(NUMBER, lastNumber);
      changes.write(true);
    }
    return again.size();
  }

  int round() {
    return round;
  }

  /** Clicks from a seed that the crawl has come to; counts only when it goes by levels. */
  int level() {
    return level;
  }

  /** Written down with the next entry. */
  void nextLevel() {
    int next = level + 1;
    level = next;
  }

  private long nextNumber() {
    long next = lastNumber + 1;
    lastNumber = next;
    return next;
  }

  long lastNumber() {
    return lastNumber;
  }

  @Nullable String mark() throws RocksDBException {
    return store.text(MARK);
  }

  /** Length of the crawl's log at the last commit. */
  long logged() throws RocksDBException {
    return store.number(LOGGED);
  }

  Instant roundStarted() throws RocksDBException {
    return Instant.ofEpochSecond(store.number(ROUND_STARTED));
  }

  /** The first round begins with the first entry. */
  private void noteStart(FrontierStore.Changes changes, long now) throws RocksDBException {
    if (round == 1 && !started) {
      started = true;
      if (store.number(ROUND_STARTED) == 0) {
        changes.number(ROUND_STARTED, TimeUnit.NANOSECONDS.toSeconds(now));
      }
    }
  }

  Entered enter(
      List<SettledVisit> settled,
      List<Discovery> seeds,
      List<Long> retired,
      String mark,
      long logged,
      long now)
      throws RocksDBException {
    try (FrontierStore.Changes changes = store.changes()) {
      noteStart(changes, now);
      for (long host : retired) {
        changes.finished(host);
      }
      settle(settled, changes);
      List<Discovery> fresh = neverSeen(settled, seeds);
      Map<Long, String> grown = new HashMap<>();
      for (Discovery link : fresh) {
        changes.sawFirst(link.fingerprint());
        append(queued(link), grown, changes);
      }
      for (SettledVisit each : settled) {
        QueuedPage page = each.turn().page();
        if (each.kind() == SettledVisit.Kind.RETRY && page != null) {
          append(page.retried(nextNumber(), round), grown, changes);
        }
      }
      changes.number(NUMBER, lastNumber);
      changes.number(LEVEL, level);
      changes.text(MARK, mark);
      changes.number(LOGGED, logged);
      changes.write(options.sync());
      return new Entered(grown, fresh.size());
    }
  }

  private QueuedPage queued(Discovery link) {
    return new QueuedPage(
        nextNumber(),
        link.url(),
        link.role(),
        link.depth(),
        link.hops(),
        0,
        round,
        false,
        link.trail());
  }

  private static void append(
      QueuedPage page, Map<Long, String> grown, FrontierStore.Changes changes)
      throws RocksDBException {
    String authority = page.url().authority();
    long host = Fingerprint.host(authority);
    changes.queue(host, page);
    if (grown.putIfAbsent(host, authority) == null) {
      changes.open(host, authority);
    }
  }

  private void settle(List<SettledVisit> settled, FrontierStore.Changes changes)
      throws RocksDBException {
    Set<ActiveHost> touched = new HashSet<>();
    Instant today = roundStarted();
    for (SettledVisit each : settled) {
      ActiveHost host = each.turn().host();
      ActiveHost.Due due = each.turn().due();
      if (due == null) {
        continue;
      }
      host.record = host.record.after(due.page().number(), each);
      touched.add(host);
      if (each.kind() == SettledVisit.Kind.FETCHED) {
        // From the round's start, not from the moment of the visit: a page that its round reached
        // late is not skipped by a round that is faster.
        Revisit before = due.revisit();
        Revisit next =
            before == null
                ? Revisit.first(today, options.every())
                : before.next(today, each.changed(), options.every(), options.longest());
        changes.visitAgain(Fingerprint.of(due.page().url()), next);
      }
    }
    for (ActiveHost host : touched) {
      changes.host(host.key, host.record);
    }
  }

  /** Sorted, so that the seen-set is read in its own order; each address once. */
  private List<Discovery> neverSeen(List<SettledVisit> settled, List<Discovery> seeds)
      throws RocksDBException {
    TreeMap<Fingerprint, Discovery> links = new TreeMap<>();
    seeds.forEach(seed -> links.putIfAbsent(seed.fingerprint(), seed));
    for (SettledVisit each : settled) {
      each.links().forEach(link -> links.putIfAbsent(link.fingerprint(), link));
    }
    List<Discovery> sorted = new ArrayList<>(links.values());
    List<byte @Nullable []> known = store.seen(new ArrayList<>(links.keySet()));
    List<Discovery> fresh = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      if (known.get(i) == null) {
        fresh.add(sorted.get(i));
      }
    }
    return fresh;
  }

  /** All hosts begin their queues anew. */
  void startRound(long now) throws RocksDBException {
    try (FrontierStore.Changes changes = store.changes()) {
      int next = round + 1;
      round = next;
      level = 0;
      changes.number(ROUND, round);
      changes.number(LEVEL, level);
      changes.number(ROUND_STARTED, TimeUnit.NANOSECONDS.toSeconds(now));
      List<HostRecord> all = new ArrayList<>();
      store.forEachHost((key, record) -> all.add(record));
      for (HostRecord record : all) {
        long key = Fingerprint.host(record.authority());
        changes.host(key, HostRecord.fresh(record.authority()));
        changes.open(key, record.authority());
      }
      changes.write(true);
    }
  }
}
