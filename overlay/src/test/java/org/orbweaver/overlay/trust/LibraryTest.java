package org.orbweaver.overlay.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.lab.LabSignatures;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.trust.Book;
import org.orbweaver.trust.Closing;
import org.orbweaver.trust.Notary;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Sight;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.OfOthers;
import org.orbweaver.trust.Statement.Vote;

class LibraryTest {
  private static final Period PERIOD = new Period(20_000);
  private static final byte[] HASH = new byte[32];
  private static final Notary SPEAKER = new PeerNotary(new LabSignatures(1));
  private static final Key NAME = Signed.name(SPEAKER.publicKey());

  private final Library library =
      new Library(
          new PeerNotary(new LabSignatures(2)),
          (version, address, page) -> null,
          TrustSettings.OFF.reckoner());

  private static Signed<Commitment> commitment(long run, int captures, List<OfOthers> said) {
    return Signed.by(
        SPEAKER,
        new Commitment(PERIOD, run, 1, 7, captures, HASH, HASH, Closing.root(said), HASH, HASH));
  }

  private static Entry page(long run, List<OfOthers> said) {
    return new BookEntry.Closed(new Closing(commitment(run, 0, said), said)).entry();
  }

  @Test
  void allThatAPeerSaysInAPeriodIsOnePageUnderOneSignature() {
    List<OfOthers> said = List.of(vote(Key.MAX), vote(Key.ZERO), vote(NAME));
    assertThat(library.add(page(1, said))).isTrue();
    assertThat(library.add(page(1, said))).as("read before").isFalse();
    assertThat(library.signatures()).isEqualTo(1);
    assertThat(library.books())
        .as("of whom somebody only speaks may not exist")
        .extracting(Book::subject)
        .containsExactly(NAME);
    assertThat(library.book(Key.MAX)).isNotNull();
  }

  private static OfOthers vote(Key subject) {
    return new Vote(PERIOD, subject, HASH, Sight.DIFFERENT);
  }

  @Test
  void aPageFromWhichSomethingIsMissingIsNone() {
    Signed<Commitment> commitment = commitment(1, 0, List.of(vote(Key.MAX), vote(Key.ZERO)));
    Entry cut = new BookEntry.Closed(new Closing(commitment, List.of(vote(Key.MAX)))).entry();
    assertThat(BookEntry.read(cut)).isNull();
    assertThat(library.add(cut)).isFalse();
  }

  @Test
  void whoClosesAPeriodAgainAndAgainIsReadAFewTimesAndCanStillBeProvenToLie() {
    int taken = 0;
    for (int run = 0; run < 100; run++) {
      taken += library.add(page(run, List.of())) ? 1 : 0;
    }
    assertThat(taken).isEqualTo(BookEntry.MOST_CLOSINGS);
    Proof proof = new Proof.Contradiction(commitment(1, 1, List.of()), commitment(1, 2, List.of()));
    assertThat(library.add(new BookEntry.Proven(proof).entry())).isTrue();
    assertThat(library.books()).singleElement().extracting(Book::proof).isNotNull();
  }

  @Test
  void sumsOfTwoWhoHaveReadTheSameAreEqualAndOthersAreNot() {
    Library other =
        new Library(SPEAKER, (version, address, page) -> null, TrustSettings.OFF.reckoner());
    long[] books = {NAME.high()};
    for (int run = 0; run < 3; run++) {
      library.add(page(run, List.of()));
      other.add(page(2 - run, List.of()));
    }
    assertThat(library.sums(books, PERIOD.plus(-6), 5)).hasSize(7);
    assertThat(library.sums(books, PERIOD.plus(-6), 5))
        .isEqualTo(other.sums(books, PERIOD.plus(-6), 5));
    other.add(page(7, List.of()));
    assertThat(library.sums(books, PERIOD.plus(-6), 5))
        .isNotEqualTo(other.sums(books, PERIOD.plus(-6), 5));
  }
}
