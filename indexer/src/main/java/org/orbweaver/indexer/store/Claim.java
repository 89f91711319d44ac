package org.orbweaver.indexer.store;

import org.orbweaver.kademlia.Key;

/**
 * An infohash that this indexer alone works on until the lease ends.
 *
 * @param failures how many attempts have failed before
 * @param hits how often strangers asked for it: a hint of how many peers there may be
 */
public record Claim(Key hash, HashState state, int failures, long hits) {}
