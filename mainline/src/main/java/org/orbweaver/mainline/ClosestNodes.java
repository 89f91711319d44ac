package org.orbweaver.mainline;

import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.RoutingTable;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.ReplyWriter;
import org.orbweaver.wire.krpc.Want;

/**
 * The nodes every answer to a question about a key carries: the eight closest of each family that
 * was asked for (BEP 32), from the tables that all homes share. One set of arrays is used again for
 * every answer.
 */
final class ClosestNodes {
  private static final int K = 8;

  private final RoutingTable ipv4;
  private final RoutingTable ipv6;
  private final Contact[] found = new Contact[K];
  private final Contact[] both = new Contact[2 * K];

  ClosestNodes(RoutingTable ipv4, RoutingTable ipv6) {
    this.ipv4 = ipv4;
    this.ipv6 = ipv6;
  }

  ReplyWriter addTo(ReplyWriter reply, Query query, Want want) {
    Key target = query.target();
    int count = want.ipv4() ? take(ipv4, target, 0) : 0;
    count = want.ipv6() ? take(ipv6, target, count) : count;
    return reply.nodes(want, both, count);
  }

  private int take(RoutingTable table, Key target, int from) {
    int count = table.closest(target, K, found);
    System.arraycopy(found, 0, both, from, count);
    return from + count;
  }
}
