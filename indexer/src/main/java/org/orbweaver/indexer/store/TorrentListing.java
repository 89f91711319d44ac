package org.orbweaver.indexer.store;

/**
 * A torrent of the catalog with what is known beside its metadata.
 *
 * @param id counts up in order of arrival: a larger one came later
 * @param tags what the classifier found, as {@link org.orbweaver.indexer.search.Tag}s
 * @param addedAt when it was fetched, in nanoseconds since the epoch
 * @param seeders at the last count; -1 if it was never counted
 */
public record TorrentListing(
    long id,
    TorrentEntry entry,
    String tags,
    long addedAt,
    int seeders,
    int leechers,
    long countedAt,
    long hits) {}
