package org.orbweaver.mainline;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.krpc.Query;

/** Answers one family of queries. */
@FunctionalInterface
interface Answers {
  /**
   * Writes the answer into the reply writer that all of them share.
   *
   * @param home which of our addresses was asked, and must answer
   * @return the packet's length
   */
  int write(long now, LocalHome home, Endpoint asker, Query query);
}
