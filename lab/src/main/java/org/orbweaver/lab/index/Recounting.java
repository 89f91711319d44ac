package org.orbweaver.lab.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.kademlia.Key;

/** When swarms are counted, by the rules of the real store: at once, and again after some days. */
final class Recounting {
  private record Due(long time, Key hash) {}

  private final StoreSettings settings;
  private final boolean ever;
  private final NavigableSet<Key> ready = new TreeSet<>();
  private final Map<Key, Integer> empty = new HashMap<>();
  private final PriorityQueue<Due> later =
      new PriorityQueue<>((a, b) -> Long.compare(a.time(), b.time()));

  private Recounting(StoreSettings settings, boolean ever) {
    this.settings = settings;
    this.ever = ever;
  }

  /** Where only new torrents are the question. */
  static Recounting never() {
    return new Recounting(StoreSettings.DEFAULT, false);
  }

  static Recounting asStored() {
    return new Recounting(StoreSettings.DEFAULT, true);
  }

  void begin(Key hash) {
    if (ever) {
      ready.add(hash);
    }
  }

  List<Key> claim(KeyRange region, int limit, long now) {
    while (!later.isEmpty() && later.peek().time() <= now) {
      ready.add(later.remove().hash());
    }
    List<Key> claimed = new ArrayList<>();
    for (Key hash : ready.subSet(region.first(), true, region.last(), true)) {
      if (claimed.size() == limit) {
        break;
      }
      claimed.add(hash);
    }
    claimed.forEach(ready::remove);
    return claimed;
  }

  void counted(SwarmCount count, long now) {
    boolean gone = count.seeders() + count.leechers() == 0;
    int times = gone ? empty.merge(count.hash(), 1, Integer::sum) : 0;
    if (!gone) {
      empty.remove(count.hash());
    }
    long wait =
        Math.min(
            settings.recount().toNanos() << Math.min(times, 10), settings.dropDead().toNanos());
    later.add(new Due(now + wait, count.hash()));
  }
}
