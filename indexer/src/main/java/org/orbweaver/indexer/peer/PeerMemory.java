package org.orbweaver.indexer.peer;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;

/**
 * Peers not worth dialling for a while: those that nobody answers for, and, longer, those whose
 * metadata had a wrong hash. Holds {@value #MOST}; when full it forgets whom it has known longest.
 */
final class PeerMemory {
  private static final int MOST = 65_536;
  private static final Duration UNREACHABLE = Duration.ofMinutes(5);
  private static final Duration LIAR = Duration.ofHours(6);

  private final Map<Endpoint, Long> shunnedUntil =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Endpoint, Long> eldest) {
          return size() > MOST;
        }
      };

  synchronized boolean shuns(long now, Endpoint peer) {
    Long until = shunnedUntil.get(peer);
    if (until != null && until - now <= 0) {
      shunnedUntil.remove(peer);
      return false;
    }
    return until != null;
  }

  synchronized void note(long now, Endpoint peer, PeerFailure failure) {
    switch (failure) {
      case LIED -> shunnedUntil.put(peer, now + LIAR.toNanos());
      case UNREACHABLE -> shunnedUntil.put(peer, now + UNREACHABLE.toNanos());
      default -> {
        // the next torrent may have better luck with it
      }
    }
  }
}
