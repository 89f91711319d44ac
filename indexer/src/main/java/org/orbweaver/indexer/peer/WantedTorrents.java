package org.orbweaver.indexer.peer;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;

/**
 * The torrents whose metadata we take from peers that dial us (§2.7 of the indexer paper): those we
 * lately named ourselves a peer of. When full, the one added first is forgotten. Safe to use from
 * any thread.
 */
public final class WantedTorrents {
  private final int most;
  private final Set<Key> wanted = new LinkedHashSet<>();

  /** By what an encrypted handshake says instead of the infohash. */
  private final Map<Key, Key> byDisguise = new HashMap<>();

  public WantedTorrents(int most) {
    this.most = most;
  }

  public synchronized void add(Key infohash) {
    if (wanted.add(infohash)) {
      byDisguise.put(KeyExchange.disguise(infohash), infohash);
      if (wanted.size() > most) {
        Iterator<Key> oldest = wanted.iterator();
        byDisguise.remove(KeyExchange.disguise(oldest.next()));
        oldest.remove();
      }
    }
  }

  /** False if it was not wanted. */
  public synchronized boolean remove(Key infohash) {
    byDisguise.remove(KeyExchange.disguise(infohash));
    return wanted.remove(infohash);
  }

  public synchronized boolean contains(Key infohash) {
    return wanted.contains(infohash);
  }

  public synchronized int size() {
    return wanted.size();
  }

  synchronized @Nullable Key disguisedAs(Key disguise) {
    return byDisguise.get(disguise);
  }
}
