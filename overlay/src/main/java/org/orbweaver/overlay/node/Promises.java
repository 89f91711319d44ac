package org.orbweaver.overlay.node;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * What this peer lacks and has been promised: whoever was told that a piece is wanted will send it,
 * and another who offers it meanwhile is asked to come again. Without it two holders that noticed
 * the same loss both sent their copy, and repair moved twice what was lost.
 *
 * <p>A promise is not a copy, so nobody's debt is settled by another's promise. It is void when who
 * gave it has sent nothing for {@link #PATIENCE}, in any case after {@link #LONGEST} (or one that
 * trickles could keep the rest from coming), and when a change of the view relieves it of its duty.
 *
 * <p>Bounded: past {@link #MOST} promises the rest is wanted from everybody who offers it.
 */
final class Promises {
  /** The first piece of many goes out at once, further ones at the repair rate. */
  private static final long PATIENCE = 30_000_000_000L;

  private static final long LONGEST = 120_000_000_000L;
  private static final int MOST = 1 << 16;

  private record Promise(Endpoint by, long since) {}

  private final Map<EntryId, Promise> promises = new HashMap<>();
  private final Map<Endpoint, Long> heard = new HashMap<>();
  private long now;
  private long purgeAt;

  /** To be told the time before anything else. */
  void at(long time) {
    now = time;
    if (now >= purgeAt) {
      purgeAt = now + PATIENCE;
      promises.values().removeIf(this::isVoid);
    }
  }

  /** That peer will send it. What it said before stands: saying it again makes it no longer. */
  void promise(EntryId id, Endpoint by) {
    Promise before = promises.get(id);
    boolean stands = before != null && !isVoid(before);
    if (!stands && (before != null || promises.size() < MOST)) {
      promises.put(id, new Promise(by, now));
    }
  }

  /** Whether somebody else is about to send it. */
  boolean isUnderWay(EntryId id, Endpoint butFor) {
    Promise promise = promises.get(id);
    return promise != null && !promise.by.equals(butFor) && !isVoid(promise);
  }

  /** Whether anybody is. */
  boolean isUnderWay(EntryId id) {
    Promise promise = promises.get(id);
    return promise != null && !isVoid(promise);
  }

  private boolean isVoid(Promise promise) {
    long last = Math.max(promise.since, heard.getOrDefault(promise.by, Long.MIN_VALUE));
    return now - last >= PATIENCE || now - promise.since >= LONGEST;
  }

  /** It has come, whoever brought it. */
  void came(EntryId id, @Nullable Endpoint from) {
    Promise kept = promises.remove(id);
    if (kept != null && kept.by.equals(from)) {
      heard.put(kept.by, now);
    }
  }

  /** Whether who promised something is still to send it. */
  interface Duty {
    boolean holds(EntryId id, Endpoint by);
  }

  /** The view has changed. */
  void review(Duty duty) {
    promises.entrySet().removeIf(each -> !duty.holds(each.getKey(), each.getValue().by));
    if (promises.isEmpty()) {
      heard.clear();
    }
  }
}
