/**
 * The keyspace and the algorithms on it, as Kademlia and the indexer paper describe them.
 *
 * <p>Everything crawlable has a {@link org.orbweaver.kademlia.Key} in one 160-bit space. Nodes live
 * in the same space: a {@link org.orbweaver.kademlia.Contact} is a key and the {@link
 * org.orbweaver.kademlia.Endpoint} where its owner listens. A {@link org.orbweaver.kademlia.Prefix}
 * names a subspace.
 *
 * <p>This module is pure: no I/O, no clock, no threads, no unseeded randomness. Time comes in as an
 * argument, in nanoseconds.
 */
@NullMarked
package org.orbweaver.kademlia;

import org.jspecify.annotations.NullMarked;
