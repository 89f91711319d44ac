package org.orbweaver.indexer.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * What we hold against peers: that nobody answers there, which is forgotten after a while, or, much
 * longer, that the metadata they gave had a wrong hash. A liar is not asked about the same torrent
 * again, and about others only when nobody else is left: one peer may be many behind one address,
 * and a single liar among them must not cost us what the others have.
 *
 * <p>Holds {@value #MOST} peers; when full it forgets whom it has known longest. Safe to use from
 * any thread.
 */
final class PeerMemory {
  private static final int MOST = 65_536;
  private static final Duration UNREACHABLE = Duration.ofMinutes(5);
  private static final Duration LIAR = Duration.ofHours(6);

  /**
   * @param liedAbout the last torrent it gave wrong metadata of; null if it is just not there
   */
  private record Grudge(long until, @Nullable Key liedAbout) {}

  private final Map<Endpoint, Grudge> grudges =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Endpoint, Grudge> eldest) {
          return size() > MOST;
        }
      };

  /** Whether to leave this peer alone as far as this torrent goes. */
  synchronized boolean shuns(long now, Endpoint peer, Key infohash) {
    Grudge grudge = grudge(now, peer);
    return grudge != null && (grudge.liedAbout() == null || grudge.liedAbout().equals(infohash));
  }

  /** The same peers, liars last. */
  synchronized List<Endpoint> inOrder(long now, List<Endpoint> peers) {
    List<Endpoint> ordered = new ArrayList<>(peers.size());
    List<Endpoint> liars = new ArrayList<>();
    for (Endpoint peer : peers) {
      Grudge grudge = grudge(now, peer);
      (grudge == null || grudge.liedAbout() == null ? ordered : liars).add(peer);
    }
    ordered.addAll(liars);
    return ordered;
  }

  synchronized void note(long now, Endpoint peer, Key infohash, PeerFailure failure) {
    switch (failure) {
      case LIED -> grudges.put(peer, new Grudge(now + LIAR.toNanos(), infohash));
      case UNREACHABLE -> grudges.put(peer, new Grudge(now + UNREACHABLE.toNanos(), null));
      default -> {
        // the next torrent may have better luck with it
      }
    }
  }

  private @Nullable Grudge grudge(long now, Endpoint peer) {
    Grudge grudge = grudges.get(peer);
    if (grudge != null && grudge.until() - now <= 0) {
      grudges.remove(peer);
      return null;
    }
    return grudge;
  }
}
