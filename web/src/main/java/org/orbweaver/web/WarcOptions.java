package org.orbweaver.web;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.CollectionOptions;
import org.orbweaver.archive.WarcCollection;
import org.orbweaver.web.visit.VisitOptions;

/**
 * How captures are kept.
 *
 * @param gzipLevel of the WARC files, 1 to 9
 * @param rotateAt bytes of a WARC file
 * @param recordNotModified give each 304 a revisit record of its own
 * @param told more that each file's first record says
 * @param sync survive power failures too, not only a killed process
 */
public record WarcOptions(
    int gzipLevel,
    long rotateAt,
    boolean recordNotModified,
    boolean sync,
    Map<String, String> told) {
  public static final WarcOptions USUAL = new WarcOptions(6, 1L << 30, false, false, Map.of());

  public WarcOptions {
    told = Map.copyOf(told);
  }

  /** With more for each file's first record to say, such as {@code operator}. */
  public WarcOptions telling(Map<String, String> fields) {
    return new WarcOptions(gzipLevel, rotateAt, recordNotModified, sync, fields);
  }

  public WarcOptions withGzipLevel(int level) {
    return new WarcOptions(level, rotateAt, recordNotModified, sync, told);
  }

  public WarcOptions rotatingAt(long bytes) {
    return new WarcOptions(gzipLevel, bytes, recordNotModified, sync, told);
  }

  public WarcOptions recordingNotModified(boolean wanted) {
    return new WarcOptions(gzipLevel, rotateAt, wanted, sync, told);
  }

  public WarcOptions withSync(boolean wanted) {
    return new WarcOptions(gzipLevel, rotateAt, recordNotModified, wanted, told);
  }

  /**
   * Opens a collection for what such visits capture.
   *
   * @param mark to which it is cut back; null to keep all of it
   */
  WarcCollection open(
      Path directory, @Nullable String mark, VisitOptions visit, InstantSource clock)
      throws IOException {
    return WarcCollection.open(
        directory,
        mark,
        new CollectionOptions(gzipLevel, rotateAt, info(visit), sync, recordNotModified, clock));
  }

  /** What every file says of its making. */
  private Map<String, String> info(VisitOptions visit) {
    Map<String, String> info = new LinkedHashMap<>();
    info.put("software", "Orbweaver/" + visit.agent().version());
    info.put("format", "WARC File Format 1.1");
    info.put(
        "conformsTo",
        "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
    info.put("http-header-user-agent", visit.agent().toString());
    info.put("robots", visit.robots() ? "obey" : "ignore");
    info.putAll(new TreeMap<>(told));
    return info;
  }
}
