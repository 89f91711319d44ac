package org.orbweaver.overlay.trust;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.trust.Book;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Reckoning;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement.Commitment;

/** Pages of others' books that this peer keeps: who may write them, who reads them, how they go. */
final class BookShelf {
  /** So far back what is read may still change. */
  static final int OPEN_PERIODS = 2 * Reckoning.DRAWN_AFTER + 2;

  private static final int SWEEP = 512;

  /** Of books, about which somebody may ask at once. */
  private static final int MOST_MARKS = 1 << 10;

  private static final int MOST_PARTS = 1 << 14;

  private record BookPart(Key subject, int since) {}

  private final Members members;
  private final Disk ledger;
  private final Library library;
  private final Key self;
  private final TrustSettings settings;
  private final Set<Key> known = new HashSet<>();

  /** What is here of a book since a period: everybody asks for the same, eleven times. */
  private final Map<BookPart, Long> fingerprints = new LruMap<>(MOST_PARTS);

  private long knownUnder;

  BookShelf(Members members, Disk ledger, Library library, Key self, TrustSettings settings) {
    this.members = members;
    this.ledger = ledger;
    this.library = library;
    this.self = self;
    this.settings = settings;
  }

  /** Takes into the library what is kept here. */
  void read(Period since) {
    List<Key> subjects = new ArrayList<>();
    members.view().peers().forEach(peer -> subjects.add(BookPlace.name(peer)));
    library.books().forEach(book -> subjects.add(book.subject()));
    for (Key subject : new HashSet<>(subjects)) {
      Library.pages(ledger, subject, since, 0, Integer.MAX_VALUE).forEach(library::add);
    }
  }

  /** What no reader counts any more is let go of, a part of the ledger in each period. */
  void forget(Period period) {
    Period oldest = period.plus(-Period.TESTIMONY_LASTS - OPEN_PERIODS);
    library.forgetBefore(oldest);
    for (Book book : library.books()) {
      EntryId first = BookPlace.first(book.subject(), new Period(0));
      for (Entry each : ledger.from(first, SWEEP)) {
        Key key = each.id().key();
        boolean its = key.high() == first.key().high() && key.middle() == first.key().middle();
        int age = period.number() - key.low();
        boolean proof = its && BookEntry.read(each) instanceof BookEntry.Proven;
        if (its && age > (proof ? Period.PROOF_LASTS : Period.TESTIMONY_LASTS) + OPEN_PERIODS) {
          ledger.delete(each.id());
        }
      }
    }
  }

  /** Shows what this peer keeps of books. */
  RpcMessage.Value onReadBooks(RpcMessage.ReadBooks asked) {
    List<Entry> pages = new ArrayList<>();
    int left = BookReading.MOST_BYTES;
    List<RpcMessage.Bookmark> marks = asked.marks();
    for (RpcMessage.Bookmark mark : marks.subList(0, Math.min(MOST_MARKS, marks.size()))) {
      if (fingerprint(mark.subject(), asked.since()) == mark.fingerprint()) {
        continue;
      }
      List<Entry> some =
          Library.pages(
              ledger, mark.subject(), new Period(asked.since()), mark.fingerprint(), left);
      pages.addAll(some);
      left -= some.stream().mapToInt(page -> page.body().length).sum();
      if (left <= 0) {
        break;
      }
    }
    return new RpcMessage.Value(pages);
  }

  private long fingerprint(Key subject, int since) {
    return fingerprints.computeIfAbsent(
        new BookPart(subject, since),
        part -> Library.fingerprint(ledger, subject, new Period(since)));
  }

  /** A page is about to be kept. */
  void changes(Key subject) {
    fingerprints.keySet().removeIf(part -> part.subject.high() == subject.high());
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
    Signed<Commitment> under = page.under();
    boolean admitted =
        timely
            && isKnown(under == null ? page.subject() : under.speaker())
            && library.isGenuine(page);
    if (admitted) {
      changes(page.subject());
    }
    return admitted;
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
