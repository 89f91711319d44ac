package org.orbweaver.indexer.pipeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Peers that announced themselves to us. Who announces a new torrent to us may not have come to the
 * other nodes yet when we look it up: without this memory the lookup finds nobody, and the torrent
 * waits for an hour.
 *
 * <p>Bounded: beyond {@value #MOST} hashes those announced first are forgotten.
 */
final class Announcers {
  private static final int MOST = 20_000;
  private static final int PER_HASH = 4;

  private final Map<Key, List<Endpoint>> peers =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, List<Endpoint>> eldest) {
          return size() > MOST;
        }
      };

  void add(Key hash, Endpoint peer) {
    peers.merge(hash, List.of(peer), Announcers::both);
  }

  private static List<Endpoint> both(List<Endpoint> known, List<Endpoint> more) {
    return known.size() >= PER_HASH || known.containsAll(more)
        ? known
        : Stream.concat(known.stream(), more.stream()).toList();
  }

  List<Endpoint> of(Key hash) {
    return peers.getOrDefault(hash, List.of());
  }
}
