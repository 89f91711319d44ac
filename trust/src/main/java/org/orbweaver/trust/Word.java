package org.orbweaver.trust;

import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.OfOthers;

/**
 * What a peer said of another, found genuine: as much of a {@link Closing} as counts. There are
 * tens of thousands of them in everybody's memory; the rest stays with the book's holders.
 *
 * @param network the speaker's, at the time
 */
record Word(Key speaker, long network, OfOthers says) {
  static Word of(Signed<Commitment> under, OfOthers says) {
    return new Word(under.speaker(), under.says().network(), says);
  }
}
