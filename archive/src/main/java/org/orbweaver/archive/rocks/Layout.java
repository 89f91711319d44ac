package org.orbweaver.archive.rocks;

import java.util.List;
import java.util.Set;

/**
 * What a RocksDB is for.
 *
 * @param families their names; the first is always "default"
 * @param cacheBytes for data, indexes and filters together: the bound of its memory
 * @param writeBufferBytes of each family. So much must be free again before RocksDB goes on after a
 *     full disk
 * @param logBytes of the write-ahead log, before the tables are written out
 * @param inFiles families of long values, kept in files of their own that compactions do not copy
 * @param unfiltered families that are only asked for what stands at or before a place: a filter of
 *     whole keys would cost ten bits a row and never be looked at
 */
public record Layout(
    List<String> families,
    long cacheBytes,
    long writeBufferBytes,
    long logBytes,
    Set<String> inFiles,
    Set<String> unfiltered,
    Set<Trait> traits) {
  /** What is known of its use. */
  public enum Trait {
    /**
     * It may have more index and filter blocks than the cache holds: they are partitioned, so that
     * a question brings in a few kilobytes of them, not megabytes. Measured with ten million
     * captures: a millisecond becomes a few microseconds. What has come to rest is compressed more.
     */
    LARGE,
    /** Most keys asked for are not there: a filter says so for the newest rows too. */
    MOSTLY_ABSENT,
    /** The log stays in memory until it is flushed by hand. */
    LOG_BY_HAND
  }
}
