package org.orbweaver.indexer.store;

/**
 * How large a torrent's swarm was at some time (BEP 33).
 *
 * @param at in seconds since the epoch
 */
public record PastCount(long at, int seeders, int leechers) {}
