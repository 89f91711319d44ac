package org.orbweaver.overlay.trust;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.RpcMessage;
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

  private static final int REMEMBERED = 1 << 14;

  private final Notary notary;
  private final Proof.Extraction extraction;
  private final Map<Key, Book> books = new TreeMap<>();

  /** By what tells subjects apart in a key, and by period. */
  private final Map<Long, NavigableMap<Integer, PageNames>> read = new HashMap<>();

  private final Map<String, Boolean> checked = new LruMap<>(REMEMBERED);
  private final List<Proof> found = new ArrayList<>();
  private long pages;
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

  /** Whether that page was read. */
  boolean has(EntryId page) {
    NavigableMap<Integer, PageNames> chapters = read.get(page.key().middle());
    PageNames names = chapters == null ? null : chapters.get(page.key().low());
    return names != null && names.contains(page.name());
  }

  private NavigableMap<Integer, PageNames> chapters(Key chapter) {
    return read.computeIfAbsent(chapter.middle(), it -> new TreeMap<>());
  }

  /** Takes in what somebody shows; false if it is known, or not genuine. */
  boolean add(Entry entry) {
    BookEntry shown = has(entry.id()) ? null : BookEntry.read(entry);
    if (shown == null) {
      return false;
    }
    Key key = entry.id().key();
    PageNames names = chapters(key).computeIfAbsent(key.low(), it -> new PageNames());
    if (names.size() >= MOST_EACH) {
      return false;
    }
    if (!isGenuine(shown)) {
      forged++;
      return false;
    }
    names.add(entry.id().name());
    pages++;
    Book book = books.computeIfAbsent(shown.subject(), Book::new);
    switch (shown) {
      case BookEntry.Committed(Signed<Commitment> commitment) -> {
        Proof contradiction = book.add(commitment);
        if (contradiction != null) {
          if (book.proof() == null) {
            found.add(contradiction); // one is enough
          }
          book.add(contradiction);
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
    int last = oldest.number() - Period.PROOF_LASTS;
    read.values().forEach(chapters -> chapters.headMap(last, false).clear());
  }

  /** What was read of a book since then, as one tells it to who keeps the book. */
  RpcMessage.Bookmark bookmark(Key subject, Period since, long salt) {
    NavigableMap<Integer, PageNames> chapters =
        chapters(BookPlace.key(subject, since)).tailMap(since.number(), true);
    int last = chapters.isEmpty() ? since.number() - 1 : chapters.lastKey();
    long[] sums = new long[last - since.number() + 1];
    chapters.forEach((period, names) -> sums[period - since.number()] = names.sum(salt));
    return new RpcMessage.Bookmark(subject, sums);
  }

  /** How many pages were read, ever: a reckoning of as many needs not be made again. */
  long pages() {
    return pages;
  }

  /** Signatures looked at, and how many entries were forged. */
  long signatures() {
    return signatures;
  }

  long forged() {
    return forged;
  }
}
