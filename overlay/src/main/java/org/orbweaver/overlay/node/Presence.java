package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;

/**
 * How large a part of the keys this peer takes, and since when: it knocks at the gates of the
 * swarm, takes a small share until it has stayed for a while, none while its disks fail, and none
 * any more when it leaves.
 */
final class Presence {
  /** The last that it was told of. */
  private static final int MOST_GATES = 64;

  private static final long KNOCK_EVERY = 10_000_000_000L;

  /** Of its share, that a newcomer takes at first. */
  private static final int ON_PROBATION = 8;

  private final Members members;
  private final HeartBeat heart;
  private final Disk ledger;
  private final Disk results;
  private final OverlaySettings settings;
  private List<Endpoint> gates = List.of();
  private @Nullable String trouble;
  private boolean stoodDown;
  private long provenAt;
  private long lookAt;
  private long knockAt;
  private long now;

  Presence(Members members, HeartBeat heart, Disk ledger, Disk results, OverlaySettings settings) {
    this.members = members;
    this.heart = heart;
    this.ledger = ledger;
    this.results = results;
    this.settings = settings;
  }

  void join(long at, Collection<Endpoint> through) {
    now = Math.max(now, at);
    if (!through.isEmpty() && settings.probationNanos() > 0 && isBlank() && !isClient()) {
      provenAt = now + settings.probationNanos();
      heart.describe(members.self().incarnation() + 1, virtualNodes());
    }
    List<Endpoint> known = new ArrayList<>(gates);
    known.removeAll(through);
    known.addAll(through);
    gates = List.copyOf(known.subList(Math.max(0, known.size() - MOST_GATES), known.size()));
    knock(through);
  }

  void onTick(long at) {
    now = Math.max(now, at);
    if (now >= lookAt) {
      lookAt = now + HeartBeat.SECOND;
      lookAfterDisks();
    }
    if (now >= knockAt) {
      knockAt = now + KNOCK_EVERY;
      knockIfAlone();
    }
  }

  /** Gives its place away, for good. */
  void leave() {
    stoodDown = false;
    heart.describe(members.self().incarnation() + 1, 0);
  }

  /** Why this peer takes nothing new; null while it does. */
  @Nullable String trouble() {
    return trouble;
  }

  /** What a client has of results is on its way to a lender, who does without it. */
  boolean isBlank() {
    return ledger.from(EntryId.FIRST, 1).isEmpty()
        && (isClient() || results.from(EntryId.FIRST, 1).isEmpty());
  }

  private boolean isClient() {
    return members.self().isClient();
  }

  /** Its gates may have come up after it. */
  private void knockIfAlone() {
    if (!gates.isEmpty() && members.others(PeerClaim.Life.LIVING).isEmpty()) {
      knock(gates);
    }
  }

  private void knock(Collection<Endpoint> at) {
    for (Endpoint gate : at) {
      if (!gate.equals(members.self().address())) {
        heart.join(now, gate);
      }
    }
  }

  /**
   * A newcomer shows first that it stays (Herodotus §6.3): who goes after an hour has cost the
   * others more than it gave. Until then it takes a small share, by the same rules as everybody, so
   * that no entry has fewer copies for it.
   */
  private int virtualNodes() {
    int all = isClient() ? 0 : settings.virtualNodes();
    return now < provenAt && all > 0 ? Math.max(1, all / ON_PROBATION) : all;
  }

  /**
   * A peer that cannot write any more gives up its place, so that others take over, and takes it
   * again when it can.
   */
  private void lookAfterDisks() {
    String ofLedger = ledger.trouble();
    trouble = ofLedger == null ? results.trouble() : ofLedger;
    heart.conditions().takesNothing(trouble != null);
    Peer self = members.self();
    if (trouble != null && self.virtualNodes() > 0) {
      stoodDown = true;
      heart.describe(self.incarnation() + 1, 0);
    } else if (trouble == null && stoodDown) {
      stoodDown = false;
      // A life of its own: what others fetched in its place meanwhile must be believed (Authority).
      heart.describe(Math.max(self.incarnation() + 1, now), virtualNodes());
    } else if (provenAt > 0 && now >= provenAt) {
      provenAt = 0;
      if (self.virtualNodes() > 0) {
        heart.describe(self.incarnation() + 1, virtualNodes());
      }
    }
  }
}
