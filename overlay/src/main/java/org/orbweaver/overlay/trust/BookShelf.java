package org.orbweaver.overlay.trust;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeSet;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.trust.Book;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Reckoning;

/** Pages of others' books that this peer keeps: who may write them, who reads them, how they go. */
final class BookShelf {
  /** So far back what is read may still change. */
  static final int OPEN_PERIODS = 2 * Reckoning.DRAWN_AFTER + 2;

  /** Of an answer; who has more to show is asked again. */
  static final int MOST_BYTES = 256 << 10;

  /** Of names, in an answer. */
  static final int MOST_NAMES = RpcMessage.MOST_ELEMENTS / 2;

  private final Members members;
  private final Disk ledger;
  private final BookIndex index;
  private final Library library;
  private final Key self;
  private final TrustSettings settings;
  private final Set<Key> known = new HashSet<>();
  private long knownUnder;

  BookShelf(Members members, Disk ledger, Library library, Key self, TrustSettings settings) {
    this.members = members;
    this.ledger = ledger;
    this.index = new BookIndex(ledger);
    this.library = library;
    this.self = self;
    this.settings = settings;
  }

  /** Takes into the library what is kept here. */
  void read(Period since) {
    Set<Key> peers = new TreeSet<>();
    members.view().peers().forEach(peer -> peers.add(BookPlace.name(peer)));
    library.books().forEach(book -> peers.add(book.subject()));
    for (Key peer : peers) {
      long book = BookPlace.number(peer);
      index
          .chapters(book, since.number())
          .forEach((period, names) -> read(BookPlace.key(book, period), names));
    }
  }

  private void read(Key chapter, PageNames names) {
    names.stream()
        .mapToObj(name -> new EntryId(chapter, name))
        .filter(id -> !library.has(id))
        .forEach(
            id -> {
              Entry page = ledger.get(id);
              if (page != null) {
                library.add(page);
              }
            });
  }

  /** What no reader counts any more is let go of. */
  void forget(Period period) {
    library.forgetBefore(period.plus(-Period.TESTIMONY_LASTS - OPEN_PERIODS));
    int last = period.number() - Period.TESTIMONY_LASTS - OPEN_PERIODS - 1;
    for (Book book : library.books()) {
      NavigableMap<Integer, PageNames> old =
          index.chapters(BookPlace.number(book.subject()), 0).headMap(last, true);
      List.copyOf(old.entrySet())
          .forEach(each -> forget(book.subject(), each.getKey(), each.getValue(), period));
    }
  }

  private void forget(Key subject, int written, PageNames names, Period now) {
    Key chapter = BookPlace.key(subject, new Period(written));
    names.stream()
        .mapToObj(name -> new EntryId(chapter, name))
        .forEach(
            id -> {
              Entry page = ledger.get(id);
              boolean proof = page != null && BookEntry.read(page) instanceof BookEntry.Proven;
              if (!proof || now.number() - written > Period.PROOF_LASTS + OPEN_PERIODS) {
                ledger.delete(id);
                index.changes(chapter);
              }
            });
  }

  /** Names the pages that this peer keeps of periods in which the other has not read the same. */
  RpcMessage.Chapters onListPages(RpcMessage.ListPages asked) {
    List<NavigableMap<Integer, PageNames>> books = new ArrayList<>();
    Map<Integer, Long> sums = new HashMap<>();
    for (long book : asked.books()) {
      NavigableMap<Integer, PageNames> chapters = index.chapters(book, asked.since());
      books.add(chapters);
      chapters.forEach((period, names) -> sums.merge(period, names.sum(asked.salt()), Long::sum));
    }
    List<RpcMessage.Chapter> differing = new ArrayList<>();
    int left = MOST_NAMES;
    for (int i = 0; i < books.size(); i++) {
      for (Map.Entry<Integer, PageNames> each : books.get(i).entrySet()) {
        int period = each.getKey();
        if (sums.getOrDefault(period, 0L) != asked.sum(period) && left > 0) {
          PageNames names = each.getValue();
          differing.add(
              new RpcMessage.Chapter(
                  asked.books()[i], period, names.stream().limit(left).toArray()));
          left -= names.size();
        }
      }
    }
    return new RpcMessage.Chapters(differing);
  }

  /** Shows the pages of those names, as far as they are here. */
  RpcMessage.Pages onReadPages(RpcMessage.ReadPages asked) {
    List<Entry> pages = new ArrayList<>();
    int left = MOST_BYTES;
    int names = MOST_NAMES;
    for (RpcMessage.Chapter chapter : asked.wanted()) {
      Key key = BookPlace.key(chapter.book(), chapter.period());
      for (long name : chapter.names()) {
        boolean full = left <= 0 || names-- <= 0;
        Entry page = full ? null : ledger.get(new EntryId(key, name));
        if (page != null) {
          pages.add(page);
          left -= page.body().length;
        } else if (!full) {
          index.changes(key); // it was let go of, or lost
        }
      }
    }
    return new RpcMessage.Pages(pages);
  }

  /** A page with that key is about to be kept. */
  void changes(Key chapter) {
    index.changes(chapter);
  }

  /**
   * Whether a page of a book may be kept that somebody brings: it is its speaker's, the speaker is
   * known here, and its time is neither long ago nor to come.
   */
  boolean admits(Entry entry, long now) {
    BookEntry page = settings.isOn() ? BookEntry.read(entry) : null;
    if (page == null) {
      return false;
    }
    int age = Period.of(now, settings.periodNanos()).since(page.period());
    boolean timely =
        age >= 0
            && age
                <= OPEN_PERIODS
                    + (page instanceof BookEntry.Proven
                        ? Period.PROOF_LASTS
                        : Period.TESTIMONY_LASTS);
    boolean admitted =
        timely
            && isKnown(page.subject())
            && page.fitsBeside(pages(entry.id().key()))
            && library.isGenuine(page);
    if (admitted) {
      changes(entry.id().key());
    }
    return admitted;
  }

  /** How many are kept here of a chapter. */
  private int pages(Key chapter) {
    PageNames names =
        index
            .chapters(BookPlace.book(chapter), BookPlace.period(chapter))
            .get(BookPlace.period(chapter));
    return names == null ? 0 : names.size();
  }

  /** Names are hashes, and there is a page for each word of everybody: they are remembered. */
  private boolean isKnown(Key speaker) {
    if (!speaker.equals(self) && !known.contains(speaker) && members.fingerprint() != knownUnder) {
      knownUnder = members.fingerprint();
      known.clear();
      members.all().forEach(claim -> known.add(BookPlace.name(claim.peer())));
    }
    return speaker.equals(self) || known.contains(speaker);
  }
}
