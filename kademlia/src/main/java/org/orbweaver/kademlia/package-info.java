/**
 * The keyspace and the algorithms on it, as Kademlia and the indexer paper describe them.
 *
 * <p>Everything crawlable has a {@link org.orbweaver.kademlia.Key} in one 160-bit space. Nodes live
 * in the same space: a {@link org.orbweaver.kademlia.Contact} is a key and the {@link
 * org.orbweaver.kademlia.Endpoint} where its owner listens. A {@link org.orbweaver.kademlia.Prefix}
 * names a subspace.
 *
 * <p>A node's life here goes so. It takes an ID, {@link org.orbweaver.kademlia.StaggeredIds far
 * from} its siblings' and {@link org.orbweaver.kademlia.SecureId fitting} its address. Whoever
 * answers it enters the {@link org.orbweaver.kademlia.RoutingTable} that all local IDs share. To
 * find what is closest to a key it starts a {@link org.orbweaver.kademlia.Lookup} from that table
 * and from the {@link org.orbweaver.kademlia.LookupCache} of nodes that other lookups met; the
 * lookup names whom to ask, is told what came of it, and knows when the closest live nodes have all
 * answered. How densely the nodes stand there gives a {@link
 * org.orbweaver.kademlia.NetworkSizeEstimate}.
 *
 * <p>This module is pure: no I/O, no clock, no threads, no unseeded randomness. Time comes in as an
 * argument, in nanoseconds.
 */
@NullMarked
package org.orbweaver.kademlia;

import org.jspecify.annotations.NullMarked;
