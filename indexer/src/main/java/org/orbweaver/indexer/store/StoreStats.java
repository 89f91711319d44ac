package org.orbweaver.indexer.store;

import java.util.Map;

/**
 * @param hashes how many infohashes stand in each state
 * @param due how many of them could be claimed now
 * @param hearsay hashes that strangers asked for and nobody vouches for
 * @param bytes what the store takes on disk
 */
public record StoreStats(
    Map<HashState, Long> hashes, long due, long hearsay, long torrents, long bytes) {}
