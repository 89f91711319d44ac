package org.orbweaver.app.swarm;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.ThreadEnd;
import org.orbweaver.app.disk.RocksDisk;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.udp.MonotonicClock;

/**
 * Counts how far crawls are. Every few seconds this peer looks through its ledger, counts the tasks
 * that it is the primary of, and has the swarm keep the sums, signed ({@link CrawlTally}); those of
 * all living peers make up the whole crawl. A look takes its time, so the next comes twenty times
 * as long after.
 */
final class CrawlTallies implements AutoCloseable {
  private static final long PAUSE_MILLIS = 5_000;
  private static final int PATIENCE = 20;
  private static final int SCAN = 1_024;

  /** Peers whose tallies are read; of a larger swarm the picture has gaps, and says so. */
  private static final int MOST_PEERS = 512;

  /** Ranks are seconds since then, in 2023: they fit for 68 years. */
  private static final long EPOCH = 1_700_000_000L;

  private final RocksDisk disk;
  private final SwarmLedger swarm;
  private final PeerKeys keys;
  private final Endpoint home;
  private final Supplier<Collection<CrawlId>> known;
  private final Thread thread;
  private final Map<CrawlId, CrawlTally> told = new HashMap<>();
  private volatile Map<CrawlId, CrawlTotal> totals = Map.of();
  private volatile Map<CrawlId, CrawlTally> own = Map.of();

  /**
   * @param known crawls that this peer has met
   */
  CrawlTallies(
      RocksDisk disk,
      SwarmLedger swarm,
      PeerKeys keys,
      Endpoint home,
      Supplier<Collection<CrawlId>> known) {
    this.disk = disk;
    this.swarm = swarm;
    this.keys = keys;
    this.home = home;
    this.known = known;
    this.thread = Thread.ofPlatform().daemon().name("tallies").start(this::run);
  }

  CrawlTotal of(CrawlId crawl) {
    return totals.getOrDefault(crawl, CrawlTotal.NONE);
  }

  /** Those this peer has tasks of. */
  Set<CrawlId> crawls() {
    return own.keySet();
  }

  private void run() {
    try {
      while (true) {
        long began = System.nanoTime();
        long looked = 0;
        try {
          MembershipView ring = swarm.view();
          own = counted(ring);
          looked = System.nanoTime() - began; // what others take to answer costs this disk nothing
          tell();
          totals = totals(ring);
        } catch (IllegalStateException e) {
          // The peer is busy, or ends: then this thread is interrupted.
        }
        Thread.sleep(Math.max(PAUSE_MILLIS, PATIENCE * looked / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the peer ends
    }
  }

  private Map<CrawlId, CrawlTally> counted(MembershipView ring) throws InterruptedException {
    Map<CrawlId, TaskCount> counts = new HashMap<>();
    EntryId next = EntryId.FIRST;
    while (next != null) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      List<Entry> some = disk.from(next, SCAN);
      some.stream()
          .filter(entry -> isMine(ring, entry))
          .forEach(entry -> TaskCount.add(entry, counts));
      next = some.size() < SCAN ? null : some.getLast().id().next();
    }
    Map<CrawlId, CrawlTally> tallies = new HashMap<>();
    counts.forEach((crawl, count) -> tallies.put(crawl, count.tally(crawl, own.get(crawl))));
    return tallies;
  }

  private boolean isMine(MembershipView ring, Entry entry) {
    List<Peer> primary = ring.closest(entry.id().key(), 1);
    return primary.isEmpty() || primary.getFirst().address().equals(home);
  }

  /** Has the swarm keep what is news. */
  private void tell() {
    Set<CrawlId> crawls = new HashSet<>(own.keySet());
    crawls.addAll(told.keySet()); // of which all tasks may be another's now
    for (CrawlId crawl : crawls) {
      CrawlTally now = own.getOrDefault(crawl, CrawlTotal.nothing(crawl));
      if (!now.equals(told.get(crawl))) {
        long seconds = MonotonicClock.now() / 1_000_000_000;
        swarm.store(now.entry(keys, rank(crawl, (int) (seconds - EPOCH))));
        told.put(crawl, now);
      }
    }
  }

  /** More than before, though this machine's clock may have been set back since. */
  private int rank(CrawlId crawl, int seconds) {
    Entry before =
        told.containsKey(crawl) ? null : swarm.find(CrawlTally.id(crawl, keys.verifying()));
    return before == null ? seconds : Math.max(seconds, before.rank() + 1);
  }

  private Map<CrawlId, CrawlTotal> totals(MembershipView ring) throws InterruptedException {
    Set<CrawlId> crawls = new HashSet<>(known.get());
    crawls.addAll(own.keySet());
    List<Peer> peers = ring.peers();
    Map<CrawlId, CrawlTotal> sums = new ConcurrentHashMap<>();
    try (ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (CrawlId crawl : crawls) {
        CrawlTally mine = own.get(crawl);
        sums.put(crawl, CrawlTotal.of(mine, peers.size()));
        peers.stream()
            .filter(peer -> !peer.address().equals(home))
            .limit(MOST_PEERS)
            .forEach(
                peer ->
                    askers.execute(
                        () -> {
                          CrawlTally its = read(crawl, peer);
                          sums.computeIfPresent(crawl, (id, sum) -> sum.and(its));
                        }));
      }
    }
    return sums;
  }

  private @Nullable CrawlTally read(CrawlId crawl, Peer of) {
    Entry entry = swarm.find(CrawlTally.id(crawl, of.credentials().signingKey()));
    return entry == null ? null : CrawlTally.read(entry);
  }

  /** The ledger may be closed afterwards. */
  @Override
  public void close() {
    ThreadEnd.await(thread);
  }
}
