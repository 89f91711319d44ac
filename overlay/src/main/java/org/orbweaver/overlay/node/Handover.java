package org.orbweaver.overlay.node;

import java.util.ArrayDeque;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.membership.MembershipView;
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

  private static final int MOST_RINGS = 16;

  private record Former(MembershipView view, long until) {}

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

  /** From now on that view is history. */
  void changed(long now, MembershipView former) {
    formers.removeIf(each -> each.until <= now);
    if (formers.size() < MOST_RINGS && !former.peers().isEmpty()) {
      formers.addLast(new Former(former, now + GRACE));
    }
  }

  /** When this peer, its primary now, may run what has this key. */
  long from(long now, Key key) {
    long from = settledIn;
    for (Former former : formers) {
      if (former.until > now && former.until > from && !guarded(former.view, key)) {
        from = former.until;
      }
    }
    return from;
  }

  private boolean guarded(MembershipView view, Key key) {
    List<Peer> closest = view.closest(key, 1);
    return !closest.isEmpty() && closest.getFirst().address().equals(self);
  }
}
