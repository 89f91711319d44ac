package org.orbweaver.mainline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Prefix;

/**
 * Keeps one network's table alive and our homes known in it, a little at every tick and never in
 * bursts: {@link GettingIn} while it is empty, a lookup of each home's own ID from that home (which
 * makes it known to its neighbours, BEP 45), lookups into stale ranges, the {@link ContactReview},
 * and forgetting what has expired.
 */
final class TableMaintenance {
  private static final long TICK = Duration.ofMillis(250).toNanos();
  private static final long OWN_LOOKUPS = Duration.ofMinutes(30).toNanos();
  private static final long BETWEEN_HOMES = Duration.ofMillis(500).toNanos();
  private static final long REFRESH_REVIEW = Duration.ofSeconds(30).toNanos();
  private static final long CACHE_CLEANING = Duration.ofMinutes(10).toNanos();
  private static final int REFRESHES_AT_ONCE = 2;

  /** Every stored thing is looked at once in so many ticks: a minute. */
  private static final int SWEEP_TICKS = 240;

  private final Network network;
  private final List<Home> homes;
  private final LookupSchedule schedule;
  private final RandomGenerator random;
  private final GettingIn gettingIn;
  private final ContactReview review;
  private final long[] nextOwnLookup;
  private final Deque<Prefix> stale = new ArrayDeque<>();
  private long nextTick = Long.MIN_VALUE;
  private long nextOwnLookupOfAny = Long.MIN_VALUE;
  private long nextRefreshReview = Long.MIN_VALUE;
  private long nextCleaning;
  private int refreshing;

  TableMaintenance(
      long now,
      Network network,
      List<Home> homes,
      LookupSchedule schedule,
      Asker asker,
      GettingIn gettingIn,
      RandomGenerator random) {
    this.network = network;
    this.homes = homes;
    this.schedule = schedule;
    this.random = random;
    this.gettingIn = gettingIn;
    this.review = new ContactReview(network, schedule, asker, TICK);
    this.nextOwnLookup = new long[homes.size()];
    this.nextCleaning = now + CACHE_CLEANING;
  }

  /**
   * @return when it wants to be called again
   */
  long onTick(long now) {
    if (now < nextTick) {
      return nextTick;
    }
    nextTick = now + TICK;
    gettingIn.onTick(now);
    if (network.table().size() > 0) {
      findOneHome(now);
      refreshRanges(now);
      review.onTick(now);
    }
    forget(now);
    return nextTick;
  }

  /** That home has another ID now: its new neighbours should hear of it soon. */
  void onNewId(Home home) {
    nextOwnLookup[homes.indexOf(home)] = Long.MIN_VALUE;
  }

  private void findOneHome(long now) {
    if (now < nextOwnLookupOfAny) {
      return;
    }
    for (int i = 0; i < nextOwnLookup.length; i++) {
      if (nextOwnLookup[i] <= now) {
        Home home = homes.get(i);
        schedule.start(now, new NodeSearch(home.id(), _ -> {}), home, List.of());
        nextOwnLookup[i] = now + OWN_LOOKUPS + random.nextLong(OWN_LOOKUPS / 8);
        nextOwnLookupOfAny = now + BETWEEN_HOMES;
        return;
      }
    }
  }

  private void refreshRanges(long now) {
    if (stale.isEmpty() && now >= nextRefreshReview) {
      nextRefreshReview = now + REFRESH_REVIEW;
      stale.addAll(network.table().staleBuckets(now));
    }
    while (refreshing < REFRESHES_AT_ONCE && !stale.isEmpty()) {
      Prefix range = stale.removeFirst();
      network.table().onRefresh(now, range);
      refreshing++;
      NodeSearch search = new NodeSearch(range.randomKey(random), _ -> refreshing--);
      schedule.start(now, search, schedule.nextHome(), List.of());
    }
  }

  private void forget(long now) {
    network.peers().sweep(now, 1 + network.peers().hashes() / SWEEP_TICKS);
    network.items().sweep(now, 1 + network.items().size() / SWEEP_TICKS);
    if (now >= nextCleaning) {
      nextCleaning = now + CACHE_CLEANING;
      network.cache().cleanUp(now);
    }
  }
}
