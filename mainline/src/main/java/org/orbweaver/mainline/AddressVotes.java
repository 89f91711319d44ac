package org.orbweaver.mainline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * What others say our address is, as the {@code ip} field of their replies tells it (BEP 42). A
 * single node may lie or sit behind some translator of its own, so a network has one vote, only the
 * last 32 votes count, and at least ten of them, and a majority, must agree.
 */
final class AddressVotes {
  private static final int LAST = 32;
  private static final int QUORUM = 10;

  private final long[] voters = new long[LAST];
  private final @Nullable Endpoint[] claims = new @Nullable Endpoint[LAST];
  private int next;

  /**
   * Counts a vote for the address of {@code claim}; its port is of no interest. Who sees us at an
   * address that is not global lives in our own private network and cannot tell.
   */
  void add(Endpoint voter, Endpoint claim) {
    if (!claim.isGlobal()) {
      return;
    }
    int slot = next;
    for (int i = 0; i < LAST; i++) {
      if (claims[i] != null && voters[i] == voter.network()) {
        slot = i;
      }
    }
    if (slot == next) {
      next = (next + 1) % LAST;
    }
    voters[slot] = voter.network();
    claims[slot] = claim.withPort(0);
  }

  /** The address that most agree on, with port 0; null while too few have spoken. */
  @Nullable Endpoint winner() {
    Endpoint best = null;
    int bestVotes = 0;
    int votes = 0;
    for (Endpoint claim : claims) {
      if (claim == null) {
        continue;
      }
      votes++;
      int agreeing = 0;
      for (Endpoint other : claims) {
        agreeing += claim.equals(other) ? 1 : 0;
      }
      if (agreeing > bestVotes) {
        best = claim;
        bestVotes = agreeing;
      }
    }
    return bestVotes >= QUORUM && 2 * bestVotes > votes ? best : null;
  }

  void clear() {
    Arrays.fill(claims, null);
  }
}
