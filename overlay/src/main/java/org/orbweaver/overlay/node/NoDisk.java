package org.orbweaver.overlay.node;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/** The share of results of a client, which keeps none for others. */
final class NoDisk implements Disk {
  @Override
  public @Nullable Entry get(EntryId id) {
    return null;
  }

  @Override
  public List<Entry> from(EntryId id, int most) {
    return List.of();
  }

  @Override
  public void put(Entry entry) {}

  @Override
  public void delete(EntryId id) {}

  @Override
  public void sync(Runnable durable) {
    durable.run();
  }
}
