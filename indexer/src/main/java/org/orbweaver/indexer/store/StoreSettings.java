package org.orbweaver.indexer.store;

import java.time.Duration;

/**
 * How patient and how large a store is.
 *
 * @param retryFirst after the first failure; every further one doubles it, up to {@code retryLast}
 * @param attempts after so many failures a hash is given up
 * @param forget a given-up hash that nobody asked for since is deleted
 * @param recount a swarm is counted again after this; every count of an empty swarm doubles it
 * @param dropDead a torrent whose swarm was empty for so long is dropped
 * @param quotaBytes when the store is larger, the deadest torrents go first; 0 for no limit
 * @param keepInfo whether info dictionaries are kept for {@code .torrent} downloads; they are
 *     mostly piece hashes, which do not compress: expect 10 times the space
 */
public record StoreSettings(
    Duration retryFirst,
    Duration retryLast,
    int attempts,
    Duration forget,
    Duration recount,
    Duration dropDead,
    long quotaBytes,
    boolean keepInfo) {
  public static final StoreSettings DEFAULT =
      new StoreSettings(
          Duration.ofHours(1),
          Duration.ofDays(14),
          8,
          Duration.ofDays(30),
          Duration.ofDays(2),
          Duration.ofDays(180),
          0,
          false);
}
