package org.orbweaver.indexer.pipeline;

/**
 * How the fetching went.
 *
 * @param obtained metadata whose hash was right
 * @param peersNamed to the fetcher, of whom it may not have needed all
 */
public record FetchMetrics(
    long started, long obtained, long peersNamed, int running, int waiting) {}
