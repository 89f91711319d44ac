package org.orbweaver.overlay.trust;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.trust.Gate;
import org.orbweaver.trust.Notary;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Reckoning;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement.Refusal;

/**
 * Whom this peer answers. A little everybody gets for nothing: who was drawn to check a page must
 * be able to read it.
 */
final class TrustGate {
  /** Pieces that a peer without any standing may read from this one in a period. */
  static final int FREE_READS = 8;

  private static final int REMEMBERED = 1 << 12;

  private final Notary notary;
  private final Set<Key> pinned;
  private final Set<Key> banned;
  private final Map<Key, Integer> reads = new LruMap<>(REMEMBERED);
  private final Map<Key, Signed<Refusal>> signed = new LruMap<>(REMEMBERED);

  /** By whom this peer was refused, and why. */
  private final Map<Endpoint, Signed<Refusal>> refusedBy = new LinkedHashMap<>();

  private @Nullable Reckoning reckoning;
  private long refused;

  TrustGate(Notary notary, TrustSettings settings) {
    this.notary = notary;
    this.pinned = new HashSet<>(settings.pinned());
    this.banned = new HashSet<>(settings.banned());
  }

  void follow(Reckoning latest) {
    reckoning = latest;
    signed.clear();
  }

  /** A new period: everybody may read a little again. */
  void restart() {
    reads.clear();
  }

  /** Null if the peer gets a piece of what a task brought; otherwise why not, signed. */
  @Nullable Signed<Refusal> refusesBulkRead(Period now, Key requester) {
    Refusal why = refusal(now, requester, Gate.Service.BULK_READ);
    if (why == null) {
      return null;
    }
    boolean newcomer = why.reason() == Gate.Reason.TOO_LITTLE_VERIFIED_WORK;
    if (newcomer && reads.merge(requester, 1, Integer::sum) <= FREE_READS) {
      return null;
    }
    refused++;
    return signed.computeIfAbsent(requester, it -> Signed.by(notary, why));
  }

  @Nullable Refusal refusal(Period now, Key requester, Gate.Service service) {
    Reckoning latest = reckoning;
    if (pinned.contains(requester) || latest == null) {
      return null;
    }
    if (banned.contains(requester)) {
      return new Refusal(now, requester, Gate.Reason.BANNED_BY_HAND, 0);
    }
    if (latest.isSuspected(requester)) {
      return new Refusal(now, requester, Gate.Reason.CONTRADICTED, 0);
    }
    return Gate.refusal(
        now,
        requester,
        service,
        latest.standing(requester),
        latest.verified(requester),
        latest.needed());
  }

  /** Somebody refuses this peer something. */
  void refusedBy(Endpoint other, Signed<Refusal> why) {
    if (why.isGenuine(notary) && refusedBy.size() < REMEMBERED) {
      refusedBy.put(other, why);
    }
  }

  Map<Endpoint, Signed<Refusal>> refusedBy() {
    return refusedBy;
  }

  /** Pins, bans, or takes both back. */
  void decide(Key peer, boolean pin, boolean ban) {
    pinned.remove(peer);
    banned.remove(peer);
    if (pin) {
      pinned.add(peer);
    }
    if (ban) {
      banned.add(peer);
    }
    signed.remove(peer);
  }

  boolean isPinned(Key peer) {
    return pinned.contains(peer);
  }

  boolean isBanned(Key peer) {
    return banned.contains(peer);
  }

  /** Times that this peer refused somebody. */
  long refused() {
    return refused;
  }
}
