package org.orbweaver.indexer.pipeline;

/**
 * What went to the store.
 *
 * @param settled hashes with whatever outcome
 * @param torrents that are new in the catalog
 * @param failures batches that the store could not take at once
 * @param waiting outcomes that are to be written
 * @param problem what the store said when it failed last; empty if it never did
 */
public record StoreMetrics(
    long settled, long torrents, long failures, int waiting, String problem) {}
