package org.orbweaver.web.frontier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.Cause;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.Role;
import org.rocksdb.RocksDBException;

/**
 * All addresses of a crawl on one machine. Workers {@link #take} turns and give them back; one
 * committer writes down, in atomic batches, what came of them. Times are nanoseconds since the Unix
 * epoch and come in as arguments, so that a day can pass in a second.
 *
 * <p>Memory does not grow with the crawl: active hosts, their slices and the caches are bounded.
 * After a crash the frontier is as of the last commit: pages fetched since are fetched again, and
 * the archive is cut back to the mark stored with that commit.
 */
public final class Frontier implements AutoCloseable {
  private static final int SLICE = 64;
  private static final int CACHE_BITS = 20;

  private final FrontierStore store;
  private volatile FrontierOptions options;
  private final Workbench workbench;
  private final ActiveHosts hosts;
  private final SeenCache met = new SeenCache(CACHE_BITS);
  private final FrontierLedger ledger;
  private int uncommitted;

  private Frontier(FrontierStore store, FrontierOptions options) throws RocksDBException {
    this.store = store;
    this.options = options;
    this.workbench = new Workbench(options.manners().addressDelay().toNanos());
    this.hosts = new ActiveHosts(store, options, workbench);
    this.ledger = new FrontierLedger(store, options);
    hosts.callIn();
  }

  public static Frontier open(Path directory, FrontierOptions options) throws IOException {
    FrontierStore store = FrontierStore.open(directory);
    try {
      return new Frontier(store, options);
    } catch (RocksDBException e) {
      store.close();
      throw new IOException("the frontier in " + directory + " cannot be read", e);
    }
  }

  /** Counted from 1. */
  public synchronized int round() {
    return ledger.round();
  }

  /** The archive's place at the last commit; null before the first. */
  public synchronized @Nullable String mark() {
    return reading(ledger::mark);
  }

  /** Length of the crawl's log at the last commit. */
  public long logged() {
    return reading(ledger::logged);
  }

  /** Asks for addresses once more in this round; before the round goes on. */
  public synchronized int requeue(Set<WebUrl> addresses) throws IOException {
    try {
      int found = ledger.requeue(addresses);
      hosts.startOver();
      return found;
    } catch (RocksDBException e) {
      throw new IOException("the frontier cannot be written; is the disk full?", e);
    }
  }

  /**
   * Goes on by other rules; nobody may be at work. Pauses that have begun last as long as they were
   * to.
   */
  public synchronized void change(FrontierOptions other) throws IOException {
    if (uncommitted > 0) {
      throw new IllegalStateException("rules cannot change while pages are being visited");
    }
    try {
      options = other;
      ledger.change(other);
      workbench.pauseFor(other.manners().addressDelay().toNanos());
      hosts.treat(other.manners());
      hosts.startOver();
    } catch (RocksDBException e) {
      throw new IOException("the frontier cannot be written; is the disk full?", e);
    }
  }

  /** Keeps the frontier as it is now in a directory that is not there yet. */
  public void checkpoint(Path directory) throws IOException {
    try {
      store.checkpoint(directory);
    } catch (RocksDBException e) {
      throw new IOException("the checkpoint " + directory + " cannot be written", e);
    }
  }

  /** What hosts that have spent their budget have left in their queues. */
  public void forEachBeyondBudget(Consumer<QueuedPage> action) {
    forEachHost(
        host -> {
          if (host.fetched() >= options.manners().pagesPerHost()) {
            forEachQueued(host, host.done(), action);
          }
        });
  }

  private void forEachQueued(HostRecord host, long behind, Consumer<QueuedPage> action) {
    long key = Fingerprint.host(host.authority());
    long last = behind;
    while (true) {
      long from = last;
      List<QueuedPage> pages = reading(() -> store.queued(key, host.authority(), from, SLICE));
      if (pages.isEmpty()) {
        return;
      }
      pages.stream().filter(page -> page.belongsTo(round())).forEach(action);
      last = pages.getLast().number();
    }
  }

  /** Every page that was visited, how often it is to be visited, and when next; in no order. */
  public void forEachRhythm(Consumer<PageRhythm> action) {
    forEachHost(
        host ->
            forEachQueued(
                host,
                0,
                page -> {
                  byte[] visit = visits(List.of(page)).getFirst();
                  if (visit != null && visit.length > 0 && !page.once()) {
                    Revisit revisit = Revisit.decode(visit);
                    action.accept(new PageRhythm(page.url(), revisit.interval(), revisit.due()));
                  }
                }));
  }

  /** When this round began; the epoch for the first. */
  public synchronized Instant roundStarted() {
    return reading(ledger::roundStarted);
  }

  /**
   * Asked by workers for every link: true if it was met lately, so that it need not be reported.
   * Must be called only for links that are then committed.
   */
  public boolean metLately(Fingerprint fingerprint) {
    return met.meet(fingerprint);
  }

  /** Only asks: true if this link was committed lately, and so is in scope and known. */
  public boolean isKnown(Fingerprint fingerprint) {
    return met.has(fingerprint);
  }

  /** The next host that may be asked, or null if none may before {@link #nextReady}. */
  public synchronized @Nullable HostTurn take(long now) {
    while (true) {
      ActiveHost host = workbench.take(now);
      if (host == null) {
        return null;
      }
      if (host.address == null && !host.givenUp && host.lost == null) {
        return new HostTurn(host, null);
      }
      ActiveHost.Due due = next(host);
      if (due != null) {
        return new HostTurn(host, due);
      }
      workbench.release(host);
      if (host.slice.isEmpty() || host.givenUp) {
        hosts.rest(host);
      } else {
        hosts.awaitNextLevel(host);
      }
    }
  }

  public synchronized long nextReady() {
    return workbench.nextReady();
  }

  /** From the slice, refilled from disk; null if the host has nothing more now. */
  private ActiveHost.@Nullable Due next(ActiveHost host) {
    if (host.record.fetched() >= options.manners().pagesPerHost()) {
      host.givenUp = true;
    }
    while (!host.givenUp) {
      ActiveHost.Due due = host.slice.peek();
      if (due != null) {
        return isTooDeepYet(due.page()) ? null : host.slice.remove();
      }
      if (!host.moreOnDisk) {
        return null;
      }
      refill(host);
    }
    return null;
  }

  private boolean isTooDeepYet(QueuedPage page) {
    return options.byLevels() && page.role() == Role.PAGE && page.depth() > ledger.level();
  }

  private void refill(ActiveHost host) {
    List<QueuedPage> pages =
        reading(() -> store.queued(host.key, host.authority, host.readUpTo, SLICE));
    host.moreOnDisk = pages.size() == SLICE;
    if (pages.isEmpty()) {
      return;
    }
    host.readUpTo = pages.getLast().number();
    List<byte @Nullable []> visits = round() == 1 ? List.of() : visits(pages);
    Instant began = roundStarted();
    for (int i = 0; i < pages.size(); i++) {
      byte[] visit = visits.isEmpty() ? null : visits.get(i);
      Revisit revisit = visit == null || visit.length == 0 ? null : Revisit.decode(visit);
      boolean due = revisit == null || !options.learned() || !revisit.due().isAfter(began);
      if (due && pages.get(i).belongsTo(round())) {
        host.slice.add(new ActiveHost.Due(pages.get(i), revisit));
      }
    }
  }

  private List<byte @Nullable []> visits(List<QueuedPage> pages) {
    List<Fingerprint> fingerprints = new ArrayList<>(pages.size());
    pages.forEach(page -> fingerprints.add(Fingerprint.of(page.url())));
    return reading(() -> store.seen(fingerprints));
  }

  /** The host of a turn without a page was found. */
  public synchronized void found(HostTurn turn, CheckedAddress address) {
    ActiveHost host = turn.host();
    workbench.release(host);
    workbench.forgetPlaceholder(host);
    host.address = address;
    workbench.add(host);
  }

  /** Nothing can be had of the host before that time; the page, if the turn has one, comes then. */
  public synchronized void holdBack(HostTurn turn, long now, long until, boolean asked) {
    ActiveHost host = turn.host();
    if (turn.due() != null) {
      host.slice.addFirst(turn.due());
    }
    host.readyAt = until;
    free(host, now, asked);
    workbench.add(host);
  }

  /** Nothing can be had of the host in this round: its pages come, to be given up one by one. */
  public synchronized void lost(HostTurn turn, long now, boolean asked, Cause because) {
    ActiveHost host = turn.host();
    if (turn.due() != null) {
      host.slice.addFirst(turn.due());
    }
    host.lost = because;
    host.readyAt = now;
    free(host, now, asked);
    workbench.add(host);
  }

  /** The turn was used for something else (robots.txt): the page comes again after a pause. */
  public synchronized void putBack(HostTurn turn, long now) {
    if (turn.due() != null) {
      turn.host().slice.addFirst(turn.due());
    }
    release(turn.host(), now, true, 0);
  }

  /**
   * The turn is over; what came of it must be committed.
   *
   * @param asked the server was asked: pauses apply
   * @param pause at least this long, as its Retry-After says
   */
  public synchronized void finish(HostTurn turn, long now, boolean asked, long pause) {
    turn.host().uncommitted++;
    uncommitted++;
    release(turn.host(), now, asked, pause);
  }

  private void release(ActiveHost host, long now, boolean asked, long pause) {
    if (asked) {
      host.readyAt = now + Math.max(pause, host.state().pause());
      if (host.state().failsAlways() && host.lost == null) {
        host.lost = Cause.FAILS_ALWAYS;
        host.readyAt = now;
      }
    }
    free(host, now, asked);
    if (host.exhausted()) {
      hosts.rest(host);
    } else {
      workbench.add(host);
    }
  }

  private void free(ActiveHost host, long now, boolean asked) {
    if (asked) {
      workbench.releaseAfterRequest(host, now);
    } else {
      workbench.release(host);
    }
  }

  /**
   * Writes down what came of turns, with the archive's mark, at once or not at all.
   *
   * @return how many links were new
   */
  public int commit(List<SettledVisit> settled, List<Discovery> seeds, String mark, long now)
      throws IOException {
    return commit(settled, seeds, mark, logged(), now);
  }

  /**
   * The same for a crawl that has a log.
   *
   * @param logged its length by now
   */
  public int commit(
      List<SettledVisit> settled, List<Discovery> seeds, String mark, long logged, long now)
      throws IOException {
    // The disk is written to without the lock: workers go on taking turns meanwhile. What this
    // changes in memory (hosts' records, numbers) only the committer writes.
    synchronized (ledger) {
      try {
        FrontierLedger.Entered entered =
            ledger.enter(settled, seeds, hosts.retired(), mark, logged, now);
        entered(entered, settled, now);
        return entered.links();
      } catch (RocksDBException e) {
        throw new IOException("the frontier cannot be written; is the disk full?", e);
      }
    }
  }

  private synchronized void entered(
      FrontierLedger.Entered entered, List<SettledVisit> settled, long now)
      throws RocksDBException {
    hosts.retired().clear();
    settled.forEach(each -> each.turn().host().uncommitted--);
    uncommitted -= settled.size();
    for (var host : entered.grown().entrySet()) {
      hosts.grew(host.getKey(), host.getValue());
    }
    hosts.retireIdle(now);
    if (uncommitted == 0 && hosts.allAwaitNextLevel()) {
      ledger.nextLevel();
      hosts.callWaiting();
    }
  }

  /** True when nothing is left to fetch in this round and everything is written down. */
  public synchronized boolean finished() {
    return uncommitted == 0 && hosts.allIdle();
  }

  /** Hosts in memory that have something to do. */
  public synchronized int workingHosts() {
    return hosts.working();
  }

  /** Those of them with most pages so far, with the time at which they may be asked again. */
  public synchronized List<HostAtWork> busiest(int most) {
    return hosts.busiest(most);
  }

  /** Addresses ever put into a queue, retries included. */
  public synchronized long queued() {
    return ledger.lastNumber();
  }

  /** Starts over with all addresses ever seen (Herodotus §4.8); only when finished. */
  public synchronized void startRound(long now) throws IOException {
    if (uncommitted > 0) {
      throw new IllegalStateException("a round cannot start while another is being written");
    }
    try {
      ledger.startRound(now);
      hosts.startOver();
    } catch (RocksDBException e) {
      throw new IOException("the new round cannot be written down; is the disk full?", e);
    }
  }

  /** Every host of the crawl with its figures of this round. */
  public synchronized void forEachHost(Consumer<HostRecord> action) {
    reading(
        () -> {
          store.forEachHost((key, record) -> action.accept(record));
          return true;
        });
  }

  @Override
  public void close() {
    synchronized (ledger) {
      synchronized (this) {
        store.close();
      }
    }
  }

  private interface Reading<T extends @Nullable Object> {
    T read() throws RocksDBException;
  }

  private static <T extends @Nullable Object> T reading(Reading<T> reading) {
    try {
      return reading.read();
    } catch (RocksDBException e) {
      throw new UncheckedIOException(new IOException("the frontier cannot be read", e));
    }
  }
}
