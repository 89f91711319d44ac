package org.orbweaver.trust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Commitment;

/** Makes draws from the numbers that witnesses sealed and opened in their books. */
record Drawing(Map<Key, Book> books) {
  /** The number that it had sealed with its commitment to that period; null if it does not say. */
  static @Nullable Opening opening(Book book, Period period) {
    Signed<Commitment> sealing = book.commitment(period);
    Signed<Commitment> opening = book.commitment(period.plus(1));
    if (sealing == null || opening == null) {
      return null;
    }
    byte[] number = opening.says().opened();
    byte[] sealed = Opening.sealed(book.subject(), period.plus(1), number);
    return Arrays.equals(sealed, sealing.says().sealed())
        ? new Opening(book.subject(), number)
        : null;
  }

  /** Null as long as no witness has opened its number. */
  @Nullable Draw draw(Period period, Key about, long network, Electorate electorate) {
    List<Opening> openings = new ArrayList<>();
    for (Elector witness : Witnesses.of(electorate, period, about, network)) {
      Book book = books.get(witness.id());
      Opening opening = book == null ? null : opening(book, period);
      if (opening != null) {
        openings.add(opening);
      }
    }
    return openings.isEmpty() ? null : Draw.of(period, about, openings);
  }
}
