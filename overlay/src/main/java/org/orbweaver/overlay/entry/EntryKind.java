package org.orbweaver.overlay.entry;

import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.crawl.Spending;
import org.orbweaver.overlay.crawl.Takedowns;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.PastResult;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Task;

/** The kinds of entries; the first byte of a body says which it is. */
public enum EntryKind {
  /** A task waiting, done, or known to be kept elsewhere. */
  TASK(1, Task::isSound),
  /** A part of a host is full. */
  PART(2, HostPart::isSound),
  /** A part tells the one before it that it is full. */
  REPORT(3, HostPart::isSound),
  /** Somebody's wish; whether its owner signed it is not looked at here. */
  CRAWL(4, CrawlRecord::isSound),
  /** What a task brought, named by its hash. */
  PIECE(5, Piece::isGenuine),
  /** What is said of a peer; whether it was signed is not looked at here. */
  BOOK(BookEntry.KIND, BookEntry::isSound),
  /** How much of a crawl's budget is drawn. */
  SPENDING(8, Spending::isSound),
  /** How far a peer is with a crawl; whether it signed that is not looked at here. */
  TALLY(9, CrawlTally::isSound),
  /** What a crawl's owner wants shown no more; whether it signed that is not looked at here. */
  TAKEDOWNS(10, Takedowns::isSound),
  /** What came of a task in an earlier round; whether it was signed is not looked at here. */
  PAST(7, PastResult::isSound);

  private interface Check {
    boolean isSound(Entry entry);
  }

  private static final EntryKind[] ALL = values();

  private final byte code;
  private final Check check;

  EntryKind(int code, Check check) {
    this.code = (byte) code;
    this.check = check;
  }

  /** The kind an entry's body says it is; null for what is none. */
  public static @Nullable EntryKind of(byte[] body) {
    for (EntryKind kind : ALL) {
      if (body.length > 0 && body[0] == kind.code) {
        return kind;
      }
    }
    return null;
  }

  /**
   * Whether the entry is of one of these kinds, under the ID that follows from what it says, with a
   * rank and a size that the kind has. Whatever is not, nobody honest has made.
   */
  public static boolean isSound(Entry entry) {
    EntryKind kind = of(entry.body());
    return kind != null && kind.check.isSound(entry);
  }
}
