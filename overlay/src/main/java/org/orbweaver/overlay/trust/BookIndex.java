package org.orbweaver.overlay.trust;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;

/**
 * Which pages of which books a disk has, by name. Everybody asks for that twice a period, and for
 * nearly everybody there is no news: so a book is read off the disk once, and again only the
 * chapters in which something was written.
 */
final class BookIndex {
  /** A peer keeps twelve books in the mean. */
  private static final int MOST_BOOKS = 1 << 10;

  private static final int SCAN = 128;

  private static final class Contents {
    final TreeMap<Integer, PageNames> chapters = new TreeMap<>();
    final Set<Integer> stale = new HashSet<>();
  }

  private final Disk disk;

  private final Map<Long, Contents> books = new LruMap<>(MOST_BOOKS);

  BookIndex(Disk disk) {
    this.disk = disk;
  }

  /** What is on the disk of a book since then, by the number of the period. */
  NavigableMap<Integer, PageNames> chapters(long book, int since) {
    Contents contents = books.get(book);
    if (contents == null) {
      contents = new Contents();
      scan(contents, book, 0, Integer.MAX_VALUE);
      books.put(book, contents);
    }
    for (int period : contents.stale) {
      contents.chapters.remove(period);
      scan(contents, book, period, period);
    }
    contents.stale.clear();
    return contents.chapters.tailMap(since, true);
  }

  private void scan(Contents contents, long book, int from, int to) {
    EntryId next = BookPlace.first(book, from);
    Key first = next.key();
    boolean more = true;
    while (more) {
      List<Entry> some = disk.from(next, SCAN);
      more = some.size() == SCAN;
      for (Entry each : some) {
        Key key = each.id().key();
        int period = BookPlace.period(key);
        if (key.high() != first.high() || BookPlace.book(key) != book || period > to) {
          return;
        }
        contents.chapters.computeIfAbsent(period, it -> new PageNames()).add(each.id().name());
      }
      next = some.isEmpty() ? next : some.getLast().id().next();
    }
  }

  /** A page with that key is written, or let go of. */
  void changes(Key chapter) {
    Contents contents = books.get(BookPlace.book(chapter));
    if (contents != null) {
      contents.stale.add(BookPlace.period(chapter));
    }
  }
}
