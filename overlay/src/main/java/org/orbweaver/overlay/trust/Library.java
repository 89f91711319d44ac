package org.orbweaver.overlay.trust;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.trust.Book;
import org.orbweaver.trust.Notary;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement.Commitment;

/** The union of what all holders of all books show, with every signature looked at once. */
final class Library {
  /** Of one subject in one period; juries and checkers together are a few hundred. */
  private static final int MOST_EACH = 1 << 12;

  private static final int SCAN = 32;
  private static final int REMEMBERED = 1 << 14;

  private final Notary notary;
  private final Proof.Extraction extraction;
  private final Map<Key, Book> books = new TreeMap<>();
  private final Map<Key, TreeSet<EntryId>> read = new TreeMap<>();
  private final Map<String, Boolean> checked = new LruMap<>(REMEMBERED);
  private final List<Proof> found = new ArrayList<>();
  private long signatures;
  private long forged;

  Library(Notary notary, Proof.Extraction extraction) {
    this.notary = notary;
    this.extraction = extraction;
  }

  /** Whether an entry of a book is whose it says. */
  boolean isGenuine(BookEntry entry) {
    Signed<Commitment> under = entry.under();
    if (under == null) {
      signatures += 2;
      return entry.isGenuine(notary, extraction);
    }
    String name =
        HexFormat.of().formatHex(under.publicKey())
            + HexFormat.of().formatHex(under.signature())
            + HexFormat.of().formatHex(under.says().hash());
    return checked.computeIfAbsent(
        name,
        n -> {
          signatures++;
          return under.isGenuine(notary);
        });
  }

  /** Takes in what somebody shows; false if it is known, or not genuine. */
  boolean add(Entry entry) {
    BookEntry shown = BookEntry.read(entry);
    if (shown == null) {
      return false;
    }
    TreeSet<EntryId> known = read.computeIfAbsent(shown.subject(), it -> new TreeSet<>());
    Key key = entry.id().key();
    boolean full =
        known
                .subSet(
                    new EntryId(key, Long.MIN_VALUE), true, new EntryId(key, Long.MAX_VALUE), true)
                .size()
            >= MOST_EACH;
    if (known.contains(entry.id()) || full) {
      return false;
    }
    if (!isGenuine(shown)) {
      forged++;
      return false;
    }
    known.add(entry.id());
    Book book = books.computeIfAbsent(shown.subject(), Book::new);
    switch (shown) {
      case BookEntry.Committed(Signed<Commitment> commitment) -> {
        Proof contradiction = book.add(commitment);
        if (contradiction != null) {
          book.add(contradiction);
          found.add(contradiction);
        }
      }
      case BookEntry.Heard heard -> book.add(heard.said());
      case BookEntry.Proven proven -> book.add(proven.proof());
    }
    return true;
  }

  /** Proofs that came of reading, each told once. */
  List<Proof> takeFound() {
    List<Proof> all = List.copyOf(found);
    found.clear();
    return all;
  }

  Collection<Book> books() {
    return books.values();
  }

  @Nullable Book book(Key subject) {
    return books.get(subject);
  }

  void forgetBefore(Period oldest) {
    books.values().forEach(book -> book.forgetBefore(oldest));
    read.values()
        .forEach(ids -> ids.removeIf(id -> id.key().low() < oldest.number() - Period.PROOF_LASTS));
  }

  /** Equal for two who have read the same of a subject since then. */
  long fingerprint(Key subject, Period since) {
    long sum = 0;
    TreeSet<EntryId> ids = read.get(subject);
    if (ids != null) {
      for (EntryId id : ids.tailSet(BookPlace.first(subject, since), true)) {
        sum += mark(id);
      }
    }
    return sum;
  }

  private static long mark(EntryId id) {
    long mixed = (id.name() ^ id.key().low()) * 0x9E3779B97F4A7C15L;
    return mixed ^ mixed >>> 31;
  }

  /** The same of what a disk has. */
  static long fingerprint(Disk disk, Key subject, Period since) {
    long sum = 0;
    for (Entry each : pages(disk, subject, since, 0, Integer.MAX_VALUE)) {
      sum += mark(each.id());
    }
    return sum;
  }

  /** What a disk has of a book since then, up to so many bytes; empty if that is known. */
  static List<Entry> pages(Disk disk, Key subject, Period since, long fingerprint, int most) {
    List<Entry> pages = new ArrayList<>();
    long sum = 0;
    int bytes = 0;
    EntryId next = BookPlace.first(subject, since);
    boolean more = true;
    while (more) {
      List<Entry> some = disk.from(next, SCAN);
      more = some.size() == SCAN;
      for (Entry each : some) {
        Key key = each.id().key();
        if (key.high() != next.key().high() || key.middle() != next.key().middle()) {
          more = false;
          break;
        }
        sum += mark(each.id());
        bytes += each.body().length;
        if (bytes <= most) {
          pages.add(each);
        }
      }
      next = some.isEmpty() ? next : some.getLast().id().next();
    }
    return sum == fingerprint ? List.of() : pages;
  }

  /** Signatures looked at, and how many entries were forged. */
  long signatures() {
    return signatures;
  }

  long forged() {
    return forged;
  }
}
