package org.orbweaver.web.frontier;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.web.frontier.FrontierStore.OpenHost;
import org.orbweaver.web.visit.Manners;
import org.rocksdb.RocksDBException;

/**
 * The hosts in memory. Those with work stand on the workbench or are taken; idle ones have none and
 * stay until their pause is over, lest they come back and be asked too soon. Bounded: when all
 * places are taken, further hosts wait in the store's table of open hosts and are fetched as places
 * become free.
 */
final class ActiveHosts {
  private static final int SCAN = 1024;

  private final FrontierStore store;
  private Manners manners;
  private final int places;
  private final Workbench workbench;
  private final Map<Long, ActiveHost> active = new HashMap<>();

  /** What is known of hosts, and their pauses, outlive a start over. */
  private final Map<Long, ActiveHost> before = new HashMap<>();

  private final Set<ActiveHost> idle = new LinkedHashSet<>();

  /** Their next page is of a deeper level than the crawl. */
  private final Set<ActiveHost> waiting = new LinkedHashSet<>();

  private final List<Long> retired = new ArrayList<>();
  private long scanned = Long.MIN_VALUE;
  private boolean moreOnDisk = true;

  ActiveHosts(FrontierStore store, FrontierOptions options, Workbench workbench) {
    this.store = store;
    this.manners = options.manners();
    this.places = options.activeHosts();
    this.workbench = workbench;
  }

  /** The host has new entries on disk. */
  void grew(long key, String authority) throws RocksDBException {
    ActiveHost host = active.get(key);
    if (host != null) {
      host.moreOnDisk = true;
      if (!host.givenUp && idle.remove(host)) {
        workbench.add(host);
      }
    } else if (active.size() < places) {
      bring(key, authority);
    } else {
      moreOnDisk = true;
    }
  }

  private void bring(long key, String authority) throws RocksDBException {
    HostRecord record = store.host(key);
    HostRecord now = record == null ? HostRecord.fresh(authority) : record;
    ActiveHost known = before.remove(key);
    ActiveHost host = known == null ? new ActiveHost(key, now, manners) : known.startingOver(now);
    active.put(key, host);
    workbench.add(host);
  }

  void rest(ActiveHost host) {
    idle.add(host);
  }

  void awaitNextLevel(ActiveHost host) {
    waiting.add(host);
  }

  /** Nobody has anything to do but those that wait for the next level. */
  boolean allAwaitNextLevel() {
    return !waiting.isEmpty() && active.size() == idle.size() + waiting.size();
  }

  void callWaiting() {
    waiting.forEach(workbench::add);
    waiting.clear();
  }

  /** Lets go of hosts that have been idle long enough, and calls in others for them. */
  void retireIdle(long now) throws RocksDBException {
    Iterator<ActiveHost> hosts = idle.iterator();
    while (hosts.hasNext()) {
      ActiveHost host = hosts.next();
      if (host.uncommitted == 0 && host.readyAt <= now) {
        hosts.remove();
        active.remove(host.key);
        retired.add(host.key);
      }
    }
    if (moreOnDisk && active.size() < places) {
      callIn();
    }
  }

  /** Fills free places with hosts that wait on disk, going round the table once at most. */
  void callIn() throws RocksDBException {
    boolean fromStart = scanned == Long.MIN_VALUE;
    while (active.size() < places) {
      List<OpenHost> found = store.openHosts(scanned, SCAN);
      for (OpenHost host : found) {
        if (active.size() >= places) {
          return;
        }
        scanned = host.key() + 1;
        if (!active.containsKey(host.key()) && !retired.contains(host.key())) {
          bring(host.key(), host.authority());
        }
      }
      if (found.size() < SCAN) {
        scanned = Long.MIN_VALUE;
        if (fromStart) {
          moreOnDisk = false;
          return;
        }
        fromStart = true;
      }
    }
  }

  /** Hosts that left since the last commit: they are not open any more. */
  List<Long> retired() {
    return retired;
  }

  boolean allIdle() {
    return active.size() == idle.size() && !moreOnDisk;
  }

  int working() {
    return active.size() - idle.size();
  }

  List<HostAtWork> busiest(int most) {
    return active.values().stream()
        .filter(host -> !idle.contains(host))
        .sorted(Comparator.comparingInt((ActiveHost host) -> host.record.fetched()).reversed())
        .limit(most)
        .map(host -> new HostAtWork(host.record, host.readyAt))
        .toList();
  }

  /** Treats hosts otherwise from now on. */
  void treat(Manners other) {
    manners = other;
    active.values().forEach(host -> host.state().adopt(other));
    before.values().forEach(host -> host.state().adopt(other));
  }

  /** For a new round, or other rules: all hosts that are open are read again. */
  void startOver() throws RocksDBException {
    workbench.clear();
    before.putAll(active);
    before.keySet().removeIf(key -> before.size() > 2 * places);
    active.clear();
    idle.clear();
    waiting.clear();
    retired.clear();
    scanned = Long.MIN_VALUE;
    moreOnDisk = true;
    callIn();
  }
}
