package org.orbweaver.indexer.store;

/**
 * The torrents that came on one day.
 *
 * @param day when it began, in seconds since the epoch
 * @param torrents that came and are still there
 * @param alive the share of those counted that have seeders now, from some hundreds of them; 0 if
 *     none was counted
 */
public record Arrivals(long day, long torrents, double alive) {}
