package org.orbweaver.archive.replay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.index.IndexRow;

/**
 * A part of an archive: by address, time and type.
 *
 * @param surtStart what the SURTs of its captures begin with; empty for all
 * @param mediaType what their types begin with; empty for all
 */
public record Slice(String surtStart, Instant from, Instant to, String mediaType) {
  public static final Slice ALL = new Slice("", Archive.DAWN, Archive.END_OF_TIME, "");

  /**
   * @param address {@code example.org/page} or {@code example.org/docs/*}; null for all
   * @param from possibly partial time; null for the beginning
   */
  public static Slice of(
      @Nullable String address, @Nullable String from, @Nullable String to, String mediaType) {
    return new Slice(
        address == null ? "" : start(address),
        from == null ? Archive.DAWN : Timestamp.start(from),
        to == null ? Archive.END_OF_TIME : Timestamp.end(to),
        mediaType);
  }

  private static String start(String address) {
    boolean prefix = address.endsWith("*");
    String bare = prefix ? address.substring(0, address.length() - 1) : address;
    String surt = CaptureChoice.surt(bare.contains("://") ? bare : "http://" + bare);
    return prefix ? surt : surt + " ";
  }

  public boolean holds(IndexRow row) {
    return !row.at().isBefore(from)
        && !row.at().isAfter(to)
        && (mediaType.isEmpty() || row.mediaType().startsWith(mediaType));
  }
}
