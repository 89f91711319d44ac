package org.orbweaver.overlay.trust;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
  /** Of each kind of question, that a peer without any standing may ask this one in a period. */
  static final int FREE = 8;

  /** Captures that this peer makes in a period for crawls of one owner without standing. */
  static final int FREE_CAPTURES = 200;

  /** And no more than this: 200 pages are a few megabytes, 200 videos would fill a disk. */
  static final long FREE_BYTES = 16L << 20;

  private static final int REMEMBERED = 1 << 12;

  private record Asked(Key requester, Gate.Service service) {}

  private record Refuser(Endpoint peer, Gate.Service service) {}

  private final Notary notary;
  private final Set<Key> pinned;
  private final Set<Key> banned;
  private final Map<Asked, Integer> used = new LruMap<>(REMEMBERED);

  /** What is kept here of a period's captures, by whose crawls they are. */
  private final Map<Key, Long> kept = new LruMap<>(REMEMBERED);

  private final Map<Asked, Signed<Refusal>> signed = new LruMap<>(REMEMBERED);

  /** By whom this peer was refused what, and why, the latest last. */
  private final Map<Refuser, Signed<Refusal>> refusedBy = new LruMap<>(REMEMBERED);

  private @Nullable Reckoning reckoning;
  private @Nullable Period usedIn;
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

  /** In a new period everybody gets a little again. */
  private void begin(Period now) {
    if (!now.equals(usedIn)) {
      usedIn = now;
      used.clear();
      kept.clear();
    }
  }

  private int count(Period now, Asked asked, int more) {
    begin(now);
    return used.merge(asked, more, Integer::sum);
  }

  /** Null if the peer gets what it asks for; otherwise why not, signed. */
  @Nullable Signed<Refusal> refuses(Period now, Key requester, Gate.Service service) {
    Refusal why = refusal(now, requester, service);
    if (why == null) {
      return null;
    }
    Asked asked = new Asked(requester, service);
    if (why.reason() == Gate.Reason.TOO_LITTLE_VERIFIED_WORK
        && count(now, asked, 1) <= free(service)) {
      return null;
    }
    refused++;
    return signed.computeIfAbsent(asked, it -> Signed.by(notary, why));
  }

  private static int free(Gate.Service service) {
    return service == Gate.Service.EXPORT ? 0 : FREE;
  }

  /** Whether so much is kept here for that owner's crawls that no more is in this period. */
  boolean isFull(Period now, Key owner) {
    Refusal why = refusal(now, owner, Gate.Service.DISK);
    return why != null
        && (count(now, new Asked(owner, Gate.Service.DISK), 0) >= FREE_CAPTURES
            || kept.getOrDefault(owner, 0L) >= FREE_BYTES);
  }

  /** A capture of so many bytes was made for a crawl of that peer. */
  void captured(Period now, Key owner, long bytes) {
    count(now, new Asked(owner, Gate.Service.DISK), 1);
    kept.merge(owner, bytes, Long::sum);
  }

  @Nullable Refusal refusal(Period now, Key requester, Gate.Service service) {
    Reckoning latest = reckoning;
    if (pinned.contains(requester) || latest == null) {
      return null;
    }
    if (banned.contains(requester)) {
      return new Refusal(now, requester, service, Gate.Reason.BANNED_BY_HAND, 0);
    }
    if (latest.isSuspected(requester)) {
      return new Refusal(now, requester, service, Gate.Reason.CONTRADICTED, 0);
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
    if (why.isGenuine(notary)) {
      refusedBy.put(new Refuser(other, why.says().service()), why);
    }
  }

  /** The latest last. */
  List<RefusedBy> refusedBy() {
    List<RefusedBy> all = new ArrayList<>();
    refusedBy.forEach((by, why) -> all.add(new RefusedBy(by.peer, why.says())));
    return all;
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
    signed.keySet().removeIf(asked -> asked.requester.equals(peer));
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
