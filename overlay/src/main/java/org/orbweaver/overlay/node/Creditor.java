package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.keep.RepairOrder;
import org.orbweaver.overlay.ledger.EntryId;

/** A peer to which entries are owed, for the {@link ReplicationQueue}. */
final class Creditor {
  static final long NEVER = Long.MAX_VALUE;

  private static final long ANSWERS = Long.MIN_VALUE;
  private static final long FIRST_PAUSE = 2_000_000_000L;
  private static final long LAST_PAUSE = 32_000_000_000L;

  private record Pause(long until, long length) {}

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

  private long movedAt;
  private boolean wasStuck;

  private final Map<Manner, Pause> pauses = new EnumMap<>(Manner.class);

  /** Since when nothing was answered; {@link #ANSWERS} if the last batch was. */
  private long silentSince = ANSWERS;

  private int probes;

  /** Since when an entry was brought in vain. */
  private final Map<EntryId, Long> inVainSince = new HashMap<>();

  private final Map<Manner, RepairOrder<EntryId>> waiting = new EnumMap<>(Manner.class);

  /**
   * @param stuckSince since when it had taken nothing before the view changed; null if it had
   */
  Creditor(@Nullable Long stuckSince, long now) {
    this.wasStuck = stuckSince != null;
    this.movedAt = stuckSince == null ? now : stuckSince;
  }

  /** Something is going to be owed to it. */
  void begin(long now) {
    if (owed.isEmpty() && !wasStuck) {
      movedAt = now;
    }
  }

  /** It has taken something, or agreed, or was given up for it. */
  void moved(long now) {
    movedAt = now;
    wasStuck = false;
  }

  /** Since when it has done neither, or nothing was owed to it. */
  long movedAt() {
    return movedAt;
  }

  RepairOrder<EntryId> waiting(Manner manner) {
    return waiting.computeIfAbsent(manner, m -> new RepairOrder<>());
  }

  void answered() {
    silentSince = ANSWERS;
  }

  /**
   * Nothing came of a batch: those of its manner wait, twice as long each time. Or a member that
   * never agrees would be asked by everybody every two seconds for as long as it lives.
   */
  void rest(long now, Manner manner) {
    Pause last = pauses.get(manner);
    long length = last == null ? FIRST_PAUSE : Math.min(2 * last.length(), LAST_PAUSE);
    pauses.put(manner, new Pause(now + length, length));
  }

  /** Something came of one. */
  void goOn(Manner manner) {
    pauses.remove(manner);
  }

  boolean rests(long now, Manner manner) {
    Pause pause = pauses.get(manner);
    return pause != null && now < pause.until();
  }

  /** When the first pause ends that something waits for; {@link #NEVER} if there is none. */
  long restsUntil(long now) {
    long first = NEVER;
    for (Map.Entry<Manner, Pause> each : pauses.entrySet()) {
      long until = each.getValue().until();
      if (until > now && until < first && !waiting(each.getKey()).isEmpty()) {
        first = until;
      }
    }
    return first;
  }

  /** It has answered nothing again; returns for how long that has been so. */
  long silent(long now) {
    silentSince = silentSince == ANSWERS ? now : silentSince;
    return now - silentSince;
  }

  /**
   * What goes next. Who is silent is brought one entry at a time until it answers: full batches,
   * read from the disk and sent every two seconds, would be what a mute member costs each of the
   * others. Another one each time, lest it is for the sake of that one that it does not answer.
   */
  List<EntryId> next(Manner manner, int most) {
    List<EntryId> next = new ArrayList<>();
    for (EntryId id : waiting(manner)) {
      if (next.size() == most) {
        break;
      }
      next.add(id);
    }
    return silentSince == ANSWERS || next.isEmpty()
        ? next
        : List.of(next.get(probes++ % next.size()));
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
