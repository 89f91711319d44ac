package org.orbweaver.overlay.lab;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/** The disk of a holder that names the pages of all books it keeps, and shows none of them. */
record HidingDisk(Disk disk) implements Disk {
  @Override
  public @Nullable Entry get(EntryId id) {
    return BookPlace.isBook(id.key()) ? null : disk.get(id);
  }

  @Override
  public int rank(EntryId id) {
    return disk.rank(id);
  }

  @Override
  public List<Entry> from(EntryId id, int most) {
    return disk.from(id, most);
  }

  @Override
  public void put(Entry entry) {
    disk.put(entry);
  }

  @Override
  public void delete(EntryId id) {
    disk.delete(id);
  }

  @Override
  public void sync(Runnable durable) {
    disk.sync(durable);
  }
}
