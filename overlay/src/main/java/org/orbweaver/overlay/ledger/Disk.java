package org.orbweaver.overlay.ledger;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The disk seam: RocksDB for real; in the lab a twin that loses what was not synced when its peer
 * crashes. Reads see all writes, synced or not.
 */
public interface Disk {
  @Nullable Entry get(EntryId id);

  /** How high the entry ranks; below zero if it is not there. */
  default int rank(EntryId id) {
    Entry entry = get(id);
    return entry == null ? -1 : entry.rank();
  }

  /**
   * The next entries from that one on (including it), in the order of their keys. A disk of large
   * entries may leave their bodies out.
   */
  List<Entry> from(EntryId id, int most);

  /**
   * The same as {@link #get}, but read off the platter for its own sake: to find out whether it is
   * still there. Null if nothing whole is.
   *
   * @throws IllegalStateException if that cannot be said now
   */
  default @Nullable Entry readBack(EntryId id) {
    return get(id);
  }

  /**
   * Reads at length beside the peer's thread, and calls back on it: a pass over a disk takes
   * minutes, and the peer must answer meanwhile. If the disk is closed first, it never does.
   * Readings wait for each other; whoever asks has a bounded number of them open.
   */
  default <T> void beside(Supplier<T> reading, Consumer<T> then) {
    then.accept(reading.get());
  }

  void put(Entry entry);

  void delete(EntryId id);

  /**
   * Why nothing new can be written; null while all is well. A peer that cannot write says so and
   * leaves, instead of looking alive.
   */
  default @Nullable String trouble() {
    return null;
  }

  /**
   * Calls back, later and on the peer's own thread, when all writes so far will survive a crash. If
   * that fails it never does, and there is {@link #trouble} until the disk is opened anew.
   */
  void sync(Runnable durable);
}
