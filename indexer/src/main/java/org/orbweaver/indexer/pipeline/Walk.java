package org.orbweaver.indexer.pipeline;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.store.Claim;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.kademlia.Key;

/**
 * One in-order traversal (§2.6): from its start through the hashes that are due, in natural order,
 * to where the next walk started, and round again. Claimed hashes wait here for a lookup; there are
 * never more than one claim's worth and a few.
 */
final class Walk {
  private final Key start;
  private final Key end;
  private final Queue<Claim> claimed = new ArrayDeque<>();
  private Key cursor;
  private boolean claiming;
  private long restsUntil = Long.MIN_VALUE;

  /**
   * @param start the first key
   * @param end the last; before the start if the walk goes over the highest key
   */
  Walk(Key start, Key end) {
    this.start = start;
    this.end = end;
    this.cursor = start;
  }

  boolean wantsClaim(long now, int fewest) {
    return !claiming && claimed.size() < fewest && now >= restsUntil;
  }

  /** What to claim from next. */
  KeyRange beginClaim() {
    claiming = true;
    return new KeyRange(cursor, stretchEnd());
  }

  private Key stretchEnd() {
    return isBeforeWrap() ? Key.MAX : end;
  }

  private boolean isBeforeWrap() {
    return start.compareTo(end) > 0 && cursor.compareTo(start) >= 0;
  }

  /** After a full claim it goes on behind the last hash, else with the next stretch. */
  void endClaim(long now, List<Claim> claims, int wanted, long rest) {
    claiming = false;
    claimed.addAll(claims);
    boolean full = claims.size() == wanted;
    Key last = full ? claims.getLast().hash() : Key.MAX;
    if (full && last.compareTo(cursor) >= 0 && last.compareTo(stretchEnd()) < 0) {
      cursor = last.next();
    } else if (isBeforeWrap()) {
      cursor = Key.ZERO;
    } else {
      cursor = start;
      restsUntil = full ? now : now + rest;
    }
  }

  void claimFailed(long now, long rest) {
    claiming = false;
    restsUntil = now + rest;
  }

  @Nullable Claim poll() {
    return claimed.poll();
  }

  int waiting() {
    return claimed.size();
  }
}
