package org.orbweaver.overlay.trust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
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
import org.orbweaver.trust.Book;
import org.orbweaver.trust.Closing;
import org.orbweaver.trust.Notary;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Word;

/** The union of what all holders of all books show, with every signature looked at once. */
final class Library {
  private static final int REMEMBERED = 1 << 14;

  private final Notary notary;
  private final Proof.Extraction extraction;
  private final TrustSettings.Reckoner reckoner;
  private final Map<Key, Book> books = new TreeMap<>();

  /** By what tells subjects apart in a key, and by period. */
  private final Map<Long, NavigableMap<Integer, PageNames>> read = new HashMap<>();

  private final Map<String, Boolean> checked = new LruMap<>(REMEMBERED);
  private final List<Proof> found = new ArrayList<>();
  private long pages;
  private long opinion;
  private long signatures;
  private long forged;

  Library(Notary notary, Proof.Extraction extraction, TrustSettings.Reckoner reckoner) {
    this.reckoner = reckoner;
    this.notary = notary;
    this.extraction = extraction;
  }

  /** Whether an entry of a book is whose it says; what was looked at before is not again. */
  boolean isGenuine(BookEntry entry) {
    return switch (entry) {
      case BookEntry.Proven(Proof proof) -> {
        signatures += 2;
        yield proof.holds(notary, extraction);
      }
      case BookEntry.Closed(Closing closing, _) -> {
        Signed<Commitment> under = closing.commitment();
        String name =
            HexFormat.of().formatHex(under.publicKey())
                + HexFormat.of().formatHex(under.signature())
                + HexFormat.of().formatHex(under.says().hash());
        yield checked.computeIfAbsent(
            name,
            n -> {
              signatures++;
              return under.isGenuine(notary);
            });
      }
    };
  }

  /** Whether that page was read. */
  boolean has(EntryId page) {
    NavigableMap<Integer, PageNames> chapters = read.get(BookPlace.book(page.key()));
    PageNames names = chapters == null ? null : chapters.get(BookPlace.period(page.key()));
    return names != null && names.contains(page.name());
  }

  /** Takes in what somebody shows; false if it is known, or not genuine. */
  boolean add(Entry entry) {
    BookEntry shown = has(entry.id()) ? null : reckoner.read(entry);
    if (shown == null) {
      return false;
    }
    Key key = entry.id().key();
    PageNames names =
        read.computeIfAbsent(BookPlace.book(key), it -> new TreeMap<>())
            .computeIfAbsent(BookPlace.period(key), it -> new PageNames());
    if (!shown.fitsBeside(names.size())) {
      return false;
    }
    if (!isGenuine(shown)) {
      forged++;
      return false;
    }
    names.add(entry.id().name());
    pages++;
    opinion += PageNames.mixed(entry.id().name());
    switch (shown) {
      case BookEntry.Closed(Closing closing, List<Word> words) -> {
        add(closing);
        words.forEach(each -> begun(each.says().subject()).add(each));
      }
      case BookEntry.Proven(Proof proof) -> begun(proof.subject()).add(proof);
    }
    return true;
  }

  private void add(Closing closing) {
    Book own = begun(closing.speaker());
    Proof contradiction = own.add(closing.commitment());
    if (contradiction != null) {
      if (own.proof() == null) {
        found.add(contradiction); // one is enough
      }
      own.add(contradiction);
    }
  }

  private Book begun(Key peer) {
    return books.computeIfAbsent(peer, Book::new);
  }

  /** Proofs that came of reading, each told once. */
  List<Proof> takeFound() {
    List<Proof> all = List.copyOf(found);
    found.clear();
    return all;
  }

  /** Of all who have said anything, or are proven to have lied; others may have been made up. */
  Collection<Book> books() {
    return books.values().stream().filter(Book::isOpened).toList();
  }

  @Nullable Book book(Key subject) {
    return books.get(subject);
  }

  void forgetBefore(Period oldest) {
    books.values().forEach(book -> book.forgetBefore(oldest));
    books.values().removeIf(Book::isEmpty);
    int last = oldest.number() - Period.PROOF_LASTS;
    read.values().forEach(chapters -> chapters.headMap(last, false).clear());
  }

  /** What was read of these books, as one tells it to who keeps them: a sum for each period. */
  long[] sums(long[] of, Period since, long salt) {
    long[] sums = new long[0];
    for (long book : of) {
      NavigableMap<Integer, PageNames> chapters =
          read.getOrDefault(book, Collections.emptyNavigableMap()).tailMap(since.number(), true);
      for (Map.Entry<Integer, PageNames> each : chapters.entrySet()) {
        int at = each.getKey() - since.number();
        sums = at < sums.length ? sums : Arrays.copyOf(sums, at + 1);
        sums[at] += each.getValue().sum(salt);
      }
    }
    return sums;
  }

  /** How many pages were read, ever: a reckoning of as many needs not be made again. */
  long pages() {
    return pages;
  }

  /** Equal for two who have read the same pages since they began. */
  long opinion() {
    return opinion;
  }

  /** Signatures looked at, and how many entries were forged. */
  long signatures() {
    return signatures;
  }

  long forged() {
    return forged;
  }
}
