package org.orbweaver.overlay.trust;

import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.trust.Book;
import org.orbweaver.trust.Checking;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Reckoning;

/**
 * How a peer trusts. All peers of a swarm must agree on the length of a period, and on whether
 * there is any.
 *
 * @param periodNanos 0 in a private swarm, whose members know each other and need none of it
 * @param pinned peers that are answered whatever others say
 * @param banned peers that are not
 * @param reckoner who reckons for it: in the product itself
 */
public record TrustSettings(long periodNanos, Set<Key> pinned, Set<Key> banned, Reckoner reckoner) {
  /** What follows from all books. */
  public interface Reckoner {
    /**
     * @param pages equal for two who have read the same pages: in a lab of hundreds of peers they
     *     may share what follows from them
     */
    Reckoning reckon(Collection<Book> books, Period now, long pages);

    /** What a page of a book says; null if it is none. Likewise shared in a lab. */
    default @Nullable BookEntry read(Entry page) {
      return BookEntry.read(page);
    }
  }

  private static final Reckoner ITSELF =
      (books, now, pages) -> new Reckoning(books, now, Checking.ADAPTIVE);

  public static final TrustSettings OFF = of(0);

  public TrustSettings(long periodNanos, Set<Key> pinned, Set<Key> banned) {
    this(periodNanos, pinned, banned, ITSELF);
  }

  public TrustSettings {
    pinned = Set.copyOf(pinned);
    banned = Set.copyOf(banned);
  }

  public static TrustSettings of(long periodNanos) {
    return new TrustSettings(periodNanos, Set.of(), Set.of());
  }

  public boolean isOn() {
    return periodNanos > 0;
  }
}
