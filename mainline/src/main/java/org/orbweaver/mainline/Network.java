package org.orbweaver.mainline;

import org.orbweaver.kademlia.LookupCache;
import org.orbweaver.kademlia.RoutingTable;

/**
 * What all homes of one address family share: the table and the lookup cache (indexer paper §2.3,
 * §2.5), and what strangers have stored with us.
 */
record Network(
    Family family, RoutingTable table, LookupCache cache, PeerStore peers, StoredItems items) {}
