package org.orbweaver.trust;

import java.util.Comparator;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.OfOthers;

/**
 * What a peer said of another, found genuine: as much of a {@link Closing} as counts. There are
 * tens of thousands of them in everybody's memory; the rest stays with the book's holders.
 *
 * @param network the speaker's, at the time
 * @param name of the statement: equal for equal ones
 */
public record Word(Key speaker, long network, Key name, OfOthers says) implements Comparable<Word> {
  private static final Comparator<Word> ORDER =
      Comparator.comparing(Word::speaker).thenComparing(Word::name);

  static Word of(Signed<Commitment> under, OfOthers says) {
    return of(under.speaker(), under, says);
  }

  static Word of(Key speaker, Signed<Commitment> under, OfOthers says) {
    return new Word(speaker, under.says().network(), Key.read(says.hash(), 0), says);
  }

  /** By speaker and content, whatever else is said of it. */
  @Override
  public int compareTo(Word other) {
    return ORDER.compare(this, other);
  }
}
