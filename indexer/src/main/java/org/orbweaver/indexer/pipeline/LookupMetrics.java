package org.orbweaver.indexer.pipeline;

/**
 * How the lookups went.
 *
 * @param queries that the finished ones took
 * @param withPeers how many found any
 * @param ghostly how many were told peers by several nodes, no two of which agreed
 * @param again how many wait to be made once more, more thoroughly
 */
public record LookupMetrics(
    long started,
    long finished,
    long queries,
    long withPeers,
    long ghostly,
    int running,
    int again) {}
