package org.orbweaver.mainline;

import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;

/** What a lookup is for: what every node on the way is asked, and what its reply is good for. */
interface Search {
  Key target();

  /**
   * Nodes that are known to be close: the lookup starts from them alone, and turns to the table
   * only if none of them answers.
   */
  default List<Contact> seeds() {
    return List.of();
  }

  /**
   * Writes the query.
   *
   * @return the packet's length
   */
  int write(QueryWriter packet, long transaction, Key ownId);

  /** A node answered believably: take from the reply what is wanted besides its nodes. */
  void take(Contact from, Reply reply);

  /** Whether what was taken so far is enough, and nobody more need be asked. */
  default boolean isSatisfied() {
    return false;
  }

  /** Whether an answer under way may well be enough, and is worth waiting for. */
  default boolean isNearlySatisfied() {
    return false;
  }

  /**
   * Nobody is left to ask.
   *
   * @param home where the lookup ran; tokens are good only from there (BEP 45)
   */
  void finish(long now, Home home, LookupResult result);
}
