package org.orbweaver.trust;

import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.OfOthers;

/**
 * What a peer said of another, found genuine: as much of a {@link Said} as counts. There are tens
 * of thousands of them in everybody's memory; the way to the root stays with the book's holders.
 *
 * @param network the speaker's, at the time
 */
record Word(Key speaker, long network, OfOthers says) {
  static Word of(Said<OfOthers> said) {
    return new Word(said.speaker(), said.under().says().network(), said.says());
  }
}
