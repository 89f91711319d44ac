package org.orbweaver.indexer.store;

/**
 * One file of a torrent.
 *
 * @param path its components joined by {@code /}; whatever the metadata held, as text. Never to be
 *     used as a path on this machine
 */
public record ListedFile(String path, long length) {
  /** Hostile lengths do not overflow. */
  public static long add(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
