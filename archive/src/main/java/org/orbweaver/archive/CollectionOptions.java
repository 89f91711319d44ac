package org.orbweaver.archive;

import java.time.InstantSource;
import java.util.Map;

/**
 * How a collection writes its files.
 *
 * @param gzipLevel 1 to 9
 * @param rotateAt bytes after which a new WARC file is begun
 * @param info what each file's warcinfo record says
 * @param sync survive power failures too, not only a killed process
 * @param recordNotModified give each 304 a revisit record of its own, instead of one metadata
 *     record for all 304s of a host in a round
 */
public record CollectionOptions(
    int gzipLevel,
    long rotateAt,
    Map<String, String> info,
    boolean sync,
    boolean recordNotModified,
    InstantSource clock) {
  public static CollectionOptions usual(Map<String, String> info, InstantSource clock) {
    return new CollectionOptions(6, 1L << 30, info, false, false, clock);
  }
}
