package org.orbweaver.indexer.store;

import org.orbweaver.kademlia.Key;

/**
 * How large a torrent's swarm was found to be, usually the union of the BEP 33 filters of the nodes
 * closest to it.
 */
public record SwarmCount(Key hash, int seeders, int leechers) {}
