package org.orbweaver.indexer.pipeline;

/**
 * What came of waiting to be called.
 *
 * @param offers answers in which we named ourselves
 * @param obtained torrents that callers gave us
 * @param failed hashes for which we would name ourselves
 * @param offered hashes for which calls are welcome
 */
public record PassiveMetrics(long offers, long obtained, int failed, int offered) {}
