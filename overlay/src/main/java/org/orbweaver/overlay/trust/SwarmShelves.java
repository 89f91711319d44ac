package org.orbweaver.overlay.trust;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/** What trust needs of its peer: to read and write what the swarm keeps. */
public interface SwarmShelves extends NamedBytes.Shelf {
  /** Finds the record of a task. */
  void record(EntryId id, Consumer<@Nullable Entry> found);

  /** Has the swarm keep these pages of books, and sends them to all holders at once. */
  void give(List<Entry> pages);
}
