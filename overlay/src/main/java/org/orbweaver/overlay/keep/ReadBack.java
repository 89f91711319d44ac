package org.orbweaver.overlay.keep;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.entry.EntryKind;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * A stretch of a disk, read back byte by byte.
 *
 * @param sound what is there and says what its name promises
 * @param damaged names behind which there is nothing, or something else
 * @param unread names that could not be read just now, which says nothing about them
 * @param bytes read
 * @param next where to go on; null at the end
 */
public record ReadBack(
    List<Copy> sound, List<EntryId> damaged, int unread, long bytes, @Nullable EntryId next) {
  /** Entries in one stretch. */
  private static final int MOST_ENTRIES = 128;

  /** What a slow disk reads in a tenth of a second. */
  private static final long MOST_BYTES = 4 << 20;

  /** An entry without what it says: there two honest peers may differ. */
  public record Copy(EntryId id, int rank) {}

  /** Reads the next stretch; to be done beside the peer's thread. */
  public static ReadBack from(Disk disk, EntryId first) {
    List<Copy> sound = new ArrayList<>();
    List<EntryId> damaged = new ArrayList<>();
    int unread = 0;
    long bytes = 0;
    List<Entry> names = disk.from(first, MOST_ENTRIES);
    for (Entry name : names) {
      try {
        Entry entry = disk.readBack(name.id());
        if (entry == null || !EntryKind.isSound(entry)) {
          damaged.add(name.id());
        } else {
          sound.add(new Copy(entry.id(), entry.rank()));
          bytes += entry.body().length;
        }
      } catch (IllegalStateException e) {
        unread++;
      }
      if (bytes >= MOST_BYTES) {
        return new ReadBack(sound, damaged, unread, bytes, name.id().next());
      }
    }
    EntryId next = names.size() < MOST_ENTRIES ? null : names.getLast().id().next();
    return new ReadBack(sound, damaged, unread, bytes, next);
  }
}
