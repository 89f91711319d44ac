package org.orbweaver.indexer.pipeline;

/**
 * What came in.
 *
 * @param asked get_peers that strangers sent us
 * @param announced announce_peer that strangers sent us
 * @param sampled infohashes in answers to our sample_infohashes
 * @param given by the user
 * @param baits get_peers for hashes that look invented
 * @param dropped hashes for which there was no room, or that the store could not take
 * @param noted sightings that the ledger has taken
 * @param unknown vouched-for hashes among them that were new to it
 * @param waiting for the ledger now, and vouched for
 * @param hearsayWaiting for the ledger now, and merely asked for
 * @param filterHitRate the share of hashes asked for that the filter held back as repeats
 */
public record HarvestMetrics(
    long asked,
    long announced,
    long sampled,
    long given,
    long baits,
    long dropped,
    long noted,
    long unknown,
    int waiting,
    int hearsayWaiting,
    double filterHitRate,
    int filterSize) {}
