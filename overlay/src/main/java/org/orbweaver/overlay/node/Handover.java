package org.orbweaver.overlay.node;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.membership.Peer;

/**
 * Lets a new primary wait a little before it runs what it took over: the one before may be running
 * it still, and its record that the task is done may still be on its way. Without this, every peer
 * that joins or leaves would cause all tasks in work in its keys, and all those found again by
 * links meanwhile, to be run twice.
 */
final class Handover {
  /** Longer than the work on most pages. */
  static final long GRACE = 10_000_000_000L;

  private static final int MOST_FORMERS = 16;

  private record Former(Function<Key, List<Peer>> places, long until) {}

  private final Endpoint self;
  private long settledIn;
  private final ArrayDeque<Former> formers = new ArrayDeque<>();

  Handover(Endpoint self, long startedAt) {
    this.self = self;
    this.settledIn = startedAt + GRACE;
  }

  /** There was nobody before it: a swarm's first peer has nothing to wait for. */
  void first() {
    settledIn = Long.MIN_VALUE;
  }

  /** From now on it is history who answered for what; null if nobody did. */
  void changed(long now, @Nullable Function<Key, List<Peer>> former) {
    formers.removeIf(each -> each.until <= now);
    if (formers.size() < MOST_FORMERS && former != null) {
      formers.addLast(new Former(former, now + GRACE));
    }
  }

  /** When this peer, its primary now, may run what has this key. */
  long from(long now, Key key) {
    long from = settledIn;
    for (Former former : formers) {
      if (former.until > now && former.until > from && !guarded(former.places, key)) {
        from = former.until;
      }
    }
    return from;
  }

  private boolean guarded(Function<Key, List<Peer>> places, Key key) {
    List<Peer> before = places.apply(key);
    return !before.isEmpty() && before.getFirst().address().equals(self);
  }
}
