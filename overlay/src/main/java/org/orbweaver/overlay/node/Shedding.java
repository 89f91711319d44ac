package org.orbweaver.overlay.node;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.wire.PacketHandler;

/**
 * Lets go of pieces that are here and that this peer's operator does not want: rules change, and
 * what a piece is of is told by its task's record, which comes after it. Others are given it first.
 * The last copy there is does not go by a rule: it stays, and that is said.
 *
 * <p>Without rules nothing is looked at; with some, all names are gone through again and again, a
 * few at a time.
 */
final class Shedding {
  private static final long PACE = 20_000_000L;
  private static final long PAUSE = 30_000_000_000L;
  private static final int CHUNK = 128;
  private static final int MOST_OPEN = 256;

  private final Replication replication;
  private final Disk disk;
  private final Declines declines;
  private final Set<EntryId> going = new HashSet<>();
  private @Nullable EntryId cursor;
  private long goOnAt;
  private long shed;
  private long kept;
  private long unshed;

  Shedding(long startedAt, Replication replication, Disk disk, Declines declines) {
    this.replication = replication;
    this.disk = disk;
    this.declines = declines;
    this.goOnAt = startedAt + PAUSE;
  }

  long onTick(long now) {
    if (!declines.isAnything()) {
      return PacketHandler.NEVER;
    }
    if (now < goOnAt) {
      return goOnAt;
    }
    if (!replication.isSettled()) {
      goOnAt = now + PAUSE;
      return goOnAt;
    }
    List<Entry> chunk = disk.from(cursor == null ? EntryId.FIRST : cursor, CHUNK);
    for (Entry entry : chunk) {
      if (going.size() < MOST_OPEN && declines.declines(entry.id()) && going.add(entry.id())) {
        letGo(entry.id());
      }
    }
    boolean over = chunk.size() < CHUNK;
    if (over) {
      unshed = kept;
      kept = 0;
    }
    cursor = over ? null : chunk.getLast().id().next();
    goOnAt = now + (over ? PAUSE : PACE);
    return goOnAt;
  }

  private void letGo(EntryId id) {
    boolean somebody = replication.shed(id, () -> given(id));
    if (!somebody) {
      going.remove(id);
      kept++;
    }
  }

  /** Whoever should have it has it or declines it, too. */
  private void given(EntryId id) {
    going.remove(id);
    if (replication.refusers().instead(id).isEmpty()) {
      kept++;
    } else if (disk.rank(id) >= 0 && declines.declines(id)) {
      disk.delete(id);
      disk.sync(() -> {});
      shed++;
    }
  }

  /** Pieces let go of since the start. */
  long shed() {
    return shed;
  }

  /** Pieces that nobody else wants either, as of the last time that all were gone through. */
  long unshed() {
    return Math.max(unshed, kept);
  }
}
