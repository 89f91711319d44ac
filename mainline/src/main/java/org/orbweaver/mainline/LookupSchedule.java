package org.orbweaver.mainline;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.LookupSettings;

/**
 * Which lookups of one network run now and which wait: so many at once, spread over the homes in
 * turn, so that no target is asked for from two of our addresses at the same time (BEP 45).
 *
 * <p>The queue is bounded: when it is full, a further lookup is refused. Maintenance goes first and
 * needs no place in it, for there is little of it and all else depends on it.
 */
final class LookupSchedule {
  private final Asker asker;
  private final List<Home> homes;
  private final LookupSettings settings;
  private final NodeCounters counters;
  private final int mostRunning;
  private final int mostWaiting;
  private final Deque<Search> waiting = new ArrayDeque<>();
  private int running;
  private int nextHome;

  LookupSchedule(Asker asker, List<Home> homes, MainlineSettings settings, NodeCounters counters) {
    this.asker = asker;
    this.homes = homes;
    this.settings = settings.lookup();
    this.counters = counters;
    this.mostRunning = settings.room().lookups();
    this.mostWaiting = settings.room().lookupQueue();
  }

  /** Runs the search now or later; false if too many wait already. */
  boolean submit(long now, Search search) {
    if (running < mostRunning) {
      start(now, search, nextHome(), List.of());
      return true;
    }
    return waiting.size() < mostWaiting && waiting.add(search);
  }

  /** Runs a search at once and from that home, starting also from those contacts. */
  void start(long now, Search search, Home home, List<Contact> seeds) {
    running++;
    counters.lookupsStarted++;
    new RunningLookup(now, search, home, asker, settings, this::ended).start(seeds);
  }

  private void ended(long now, RunningLookup lookup) {
    running--;
    counters.lookupsFinished++;
    counters.lookupQueries += lookup.queries();
  }

  /** Starts waiting lookups while there is room; not from within an ending one, lest calls nest. */
  void onTick(long now) {
    while (running < mostRunning && !waiting.isEmpty()) {
      start(now, waiting.removeFirst(), nextHome(), List.of());
    }
  }

  boolean wantsTick() {
    return running < mostRunning && !waiting.isEmpty();
  }

  /** Homes take turns. */
  Home nextHome() {
    nextHome = (nextHome + 1) % homes.size();
    return homes.get(nextHome);
  }

  Family family() {
    return homes.getFirst().network().family();
  }

  int running() {
    return running;
  }

  int waiting() {
    return waiting.size();
  }
}
