package org.orbweaver.overlay.node;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.orbweaver.overlay.keep.RepairOrder;
import org.orbweaver.overlay.ledger.EntryId;

/** A peer to which entries are owed, for the {@link ReplicationQueue}. */
final class Creditor {
  /** How an entry is owed; the later outdo the earlier. */
  enum Manner {
    /** It may have it: ask first. */
    OFFER,
    /** It was asked and lacks it, and there are others that have it. */
    REPAIR,
    /** It is known or likely to lack it. */
    SEND,
    /** It is to say by name when all r have it, or that it lacks it itself. */
    ASK,
    /** It is to say when all r have it. */
    EVERYWHERE;

    /** Whether the entry itself is sent, and nothing is asked. */
    boolean isBare() {
      return this == REPAIR || this == SEND;
    }

    /** Whether the entry itself is sent, and not only its name. */
    boolean isSent() {
      return this == REPAIR || this == SEND || this == EVERYWHERE;
    }
  }

  final Map<EntryId, Manner> owed = new HashMap<>();
  final Set<Manner> onTheWay = EnumSet.noneOf(Manner.class);
  long pausedUntil;

  /** Since when an entry was brought in vain. */
  private final Map<EntryId, Long> inVainSince = new HashMap<>();

  private final Map<Manner, RepairOrder<EntryId>> waiting = new EnumMap<>(Manner.class);

  RepairOrder<EntryId> waiting(Manner manner) {
    return waiting.computeIfAbsent(manner, m -> new RepairOrder<>());
  }

  /** It was brought in vain; returns for how long that has been so. */
  long inVain(long now, EntryId id) {
    return now - inVainSince.computeIfAbsent(id, it -> now);
  }

  /** It is owed no more. */
  void settled(EntryId id) {
    inVainSince.remove(id);
  }
}
