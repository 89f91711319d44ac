package org.orbweaver.indexer.pipeline;

/**
 * The whole pipeline at one moment, stage by stage, for the dashboard.
 *
 * @param claims hashes taken from the ledger to be looked up
 * @param claimed hashes waiting for a lookup now
 * @param rumours hashes that strangers asked for and nobody has peers of
 * @param recounted swarms counted again
 */
public record PipelineMetrics(
    HarvestMetrics harvest,
    long claims,
    int claimed,
    long rumours,
    LookupMetrics lookups,
    FetchMetrics fetches,
    PassiveMetrics passive,
    StoreMetrics store,
    SweepMetrics sweep,
    long recounted) {}
