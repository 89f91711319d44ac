package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;

/**
 * Nodes that did not answer when it was their turn, while answers of others got lost, too: a machine
 * that is busy with other things loses them by the thousand, and without a second chance all that
 * those nodes could tell would stay unknown for six hours. So who shows later, by answering something
 * else, that it is there, is asked once more.
 *
 * <p>Bounded: beyond {@value #MOST} nodes the one missed first is forgotten; it has its turn again
 * when its interval is over.
 */
final class MissedNodes {
  private static final int MOST = 200_000;
  private static final long PAUSE = Duration.ofMinutes(15).toNanos();
  private static final long NEVER = Long.MAX_VALUE;

  private final Map<Endpoint, Long> askAgain =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Endpoint, Long> eldest) {
          return size() > MOST;
        }
      };

  /** It was asked and said nothing; the second time counts no more. */
  void silent(long now, Endpoint node) {
    askAgain.putIfAbsent(node, now + PAUSE);
  }

  /** Whether a node that is there may be asked although it was not long ago. */
  boolean mayAskAgain(long now, Endpoint node) {
    return askAgain.getOrDefault(node, NEVER) <= now;
  }

  /** That was its second chance. */
  void askedAgain(Endpoint node) {
    askAgain.replace(node, NEVER);
  }
}
