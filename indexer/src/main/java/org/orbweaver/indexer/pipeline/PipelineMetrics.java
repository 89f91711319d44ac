package org.orbweaver.indexer.pipeline;

/**
 * The whole pipeline at one moment, stage by stage, for the dashboard.
 *
 * @param claims hashes taken from the ledger to be looked up
 * @param claimed hashes waiting for a lookup now
 * @param sweepQueries what the sample_infohashes sweep asked
 * @param sweepRounds how often all parts of the keyspace were swept
 * @param recounted swarms counted again
 */
public record PipelineMetrics(
    HarvestMetrics harvest,
    long claims,
    int claimed,
    LookupMetrics lookups,
    FetchMetrics fetches,
    PassiveMetrics passive,
    StoreMetrics store,
    long sweepQueries,
    int sweepRounds,
    long recounted) {}
