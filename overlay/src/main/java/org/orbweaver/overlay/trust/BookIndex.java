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
import org.orbweaver.trust.Period;

/**
 * Which pages of which books a disk has, by name. Everybody asks for that twice a period, and for
 * nearly everybody there is no news: so a book is read off the disk once, and again only the
 * chapters in which something was written.
 */
final class BookIndex {
  /** A peer keeps eleven books in the mean. */
  private static final int MOST_BOOKS = 1 << 10;

  private static final int SCAN = 128;

  private static final class Contents {
    final TreeMap<Integer, PageNames> chapters = new TreeMap<>();
    final Set<Integer> stale = new HashSet<>();
  }

  private final Disk disk;

  /** By what tells subjects apart in a key. */
  private final Map<Long, Contents> books = new LruMap<>(MOST_BOOKS);

  BookIndex(Disk disk) {
    this.disk = disk;
  }

  /** What is on the disk of a book since then, by the number of the period. */
  NavigableMap<Integer, PageNames> chapters(Key subject, Period since) {
    Contents contents = books.get(subject.high());
    if (contents == null) {
      contents = new Contents();
      scan(contents, subject, new Period(0), Integer.MAX_VALUE);
      books.put(subject.high(), contents);
    }
    for (int period : contents.stale) {
      contents.chapters.remove(period);
      scan(contents, subject, new Period(period), period);
    }
    contents.stale.clear();
    return contents.chapters.tailMap(since.number(), true);
  }

  private void scan(Contents contents, Key subject, Period from, int to) {
    EntryId next = BookPlace.first(subject, from);
    Key book = next.key();
    boolean more = true;
    while (more) {
      List<Entry> some = disk.from(next, SCAN);
      more = some.size() == SCAN;
      for (Entry each : some) {
        Key key = each.id().key();
        if (key.high() != book.high() || key.middle() != book.middle() || key.low() > to) {
          return;
        }
        contents.chapters.computeIfAbsent(key.low(), it -> new PageNames()).add(each.id().name());
      }
      next = some.isEmpty() ? next : some.getLast().id().next();
    }
  }

  /** A page with that key is written, or let go of. */
  void changes(Key chapter) {
    Contents contents = books.get(chapter.middle());
    if (contents != null) {
      contents.stale.add(chapter.low());
    }
  }
}
