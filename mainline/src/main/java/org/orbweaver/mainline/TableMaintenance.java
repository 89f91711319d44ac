package org.orbweaver.mainline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.NetworkSizeEstimate;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.kademlia.SecureId;
import org.orbweaver.kademlia.StaggeredIds;

/**
 * Keeps one network's table alive and our homes known in it, a little at every tick and never in
 * bursts: {@link GettingIn} while it is empty, a lookup of each home's own ID from that home (which
 * makes it known to its neighbours, BEP 45), another ID for a home that learns of another address,
 * {@link Exploration} of what it should know, lookups into stale ranges, the {@link ContactReview},
 * and forgetting what has expired.
 */
final class TableMaintenance {
  private static final long TICK = Duration.ofMillis(250).toNanos();
  private static final long FIRST_OWN_LOOKUPS = Duration.ofMinutes(1).toNanos();
  private static final long OWN_LOOKUPS = Duration.ofMinutes(30).toNanos();
  private static final long BETWEEN_HOMES = Duration.ofMillis(500).toNanos();
  private static final long REFRESH_REVIEW = Duration.ofSeconds(30).toNanos();
  private static final long CACHE_CLEANING = Duration.ofMinutes(10).toNanos();
  private static final long MOVES = Duration.ofSeconds(10).toNanos();
  private static final int REFRESHES_AT_ONCE = 2;

  /** Who shares more bits with one of our IDs may have chosen them. */
  private static final int CROWDABLE_BITS = 8;

  /** Lookups until an estimate of the network's size is good enough: 18 %, and until it is old. */
  private static final int ENOUGH_SURVEYED = 4;

  private static final int MOST_SURVEYED = 64;

  /** Every stored thing is looked at once in so many ticks: a minute. */
  private static final int SWEEP_TICKS = 240;

  private final Network network;
  private final List<LocalHome> homes;
  private final LookupSchedule schedule;
  private final RandomGenerator random;
  private final GettingIn gettingIn;
  private final ContactReview review;
  private final long[] nextOwnLookup;
  private final long[] ownLookupPause;
  private final Exploration exploration;
  private final Deque<Prefix> stale = new ArrayDeque<>();
  private long nextTick = Long.MIN_VALUE;
  private long nextOwnLookupOfAny = Long.MIN_VALUE;
  private long nextRefreshReview = Long.MIN_VALUE;
  private long nextMove = Long.MIN_VALUE;
  private long nextCleaning;
  private int refreshing;
  private NetworkSizeEstimate size = NetworkSizeEstimate.NONE;

  TableMaintenance(
      long now,
      Network network,
      List<LocalHome> homes,
      LookupSchedule schedule,
      Asker asker,
      GettingIn gettingIn,
      RandomGenerator random) {
    this.network = network;
    this.homes = homes;
    this.schedule = schedule;
    this.random = random;
    this.gettingIn = gettingIn;
    this.exploration = new Exploration(network.table());
    this.review = new ContactReview(network, schedule, asker, TICK);
    this.nextOwnLookup = new long[homes.size()];
    this.ownLookupPause = new long[homes.size()];
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
    review.onTick(now);
    if (network.table().size() > 0 && !gettingIn.isGreeting()) {
      moveHomes(now);
      findOneHome(now);
      refreshRanges(now);
    }
    forget(now);
    return nextTick;
  }

  /** A home whose address turns out to be another takes an ID that fits it (BEP 42). */
  private void moveHomes(long now) {
    if (now < nextMove) {
      return;
    }
    nextMove = now + MOVES;
    for (int i = 0; i < homes.size(); i++) {
      LocalHome home = homes.get(i);
      Endpoint address = home.votes().winner();
      if (address != null && !SecureId.conforms(home.id(), address)) {
        home.becomes(StaggeredIds.secure(address, network.table().localIds(), random));
        nextOwnLookup[i] = now;
      }
    }
  }

  private void findOneHome(long now) {
    if (now < nextOwnLookupOfAny) {
      return;
    }
    for (int i = 0; i < nextOwnLookup.length; i++) {
      if (nextOwnLookup[i] <= now) {
        LocalHome home = homes.get(i);
        NodeSearch search = new NodeSearch(home.id(), result -> exploration.plan(home, result));
        schedule.start(now, search, home, List.of());
        ownLookupPause[i] = Math.clamp(2 * ownLookupPause[i], FIRST_OWN_LOOKUPS, OWN_LOOKUPS);
        nextOwnLookup[i] = now + ownLookupPause[i] + random.nextLong(ownLookupPause[i] / 8);
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
    Prefix range;
    while (refreshing < REFRESHES_AT_ONCE && (range = nextRange()) != null) {
      network.table().onRefresh(now, range);
      refreshing++;
      boolean crowdable = range.length() > CROWDABLE_BITS;
      NodeSearch search =
          new NodeSearch(
              range.randomKey(random),
              result -> {
                refreshing--;
                if (!crowdable) {
                  estimateSize(result);
                }
              });
      schedule.start(now, search, schedule.nextHome(), List.of());
    }
  }

  /** Tells the table how densely nodes stand where nobody crowds for our sake. */
  private void estimateSize(LookupResult result) {
    if (size.lookups() == MOST_SURVEYED) {
      size = NetworkSizeEstimate.NONE;
    }
    size = size.plus(result.target(), result.closest());
    if (size.lookups() >= ENOUGH_SURVEYED) {
      network.table().onSizeEstimate(size.nodes());
    }
  }

  private @Nullable Prefix nextRange() {
    Prefix unexplored = exploration.next();
    return unexplored != null ? unexplored : stale.pollFirst();
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
