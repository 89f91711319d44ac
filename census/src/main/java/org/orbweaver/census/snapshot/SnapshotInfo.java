package org.orbweaver.census.snapshot;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.Belief;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How a snapshot was taken: the small JSON file beside it. What is not known is null, and lists and
 * maps are empty; so is all of it for a Parquet file that came without one.
 *
 * @param format {@link SnapshotSchema#FORMAT}
 * @param program name and version of what took it
 * @param prefix the part of the ID space in binary; empty for all of it
 * @param startedMicros since the epoch
 * @param nodes rows in the file
 * @param answered how many of them answered
 * @param packets questions sent, every retry and every bootstrap packet included
 * @param growth the crawl over time, figure 4 of the Splider paper
 * @param planted own nodes, put into the network to be found
 * @param buckets how full routing tables are, figure 3, if it was measured
 * @param settings whatever else it was started with
 */
public record SnapshotInfo(
    int format,
    String program,
    String strategy,
    String mode,
    String prefix,
    long startedMicros,
    long endedMicros,
    long nodes,
    long answered,
    long packets,
    long answers,
    @Nullable Estimate estimate,
    List<Growth> growth,
    @Nullable Planted planted,
    List<Bucket> buckets,
    Map<String, String> settings) {

  /** The same, with other notes on routing tables and other settings. */
  public SnapshotInfo with(List<Bucket> otherBuckets, Map<String, String> otherSettings) {
    return new SnapshotInfo(
        format,
        program,
        strategy,
        mode,
        prefix,
        startedMicros,
        endedMicros,
        nodes,
        answered,
        packets,
        answers,
        estimate,
        growth,
        planted,
        otherBuckets,
        otherSettings);
  }

  /**
   * What the crawl itself believed at its end.
   *
   * @param liveNodesError the standard error of {@code liveNodes}, as far as it comes from sampling
   */
  public record Estimate(
      @Nullable Double liveNodes,
      @Nullable Double liveNodesError,
      @Nullable Double nodes,
      @Nullable Double recall) {
    public static Estimate of(Belief belief) {
      return new Estimate(
          known(belief.liveNodes()),
          known(belief.liveNodesError()),
          known(belief.nodes()),
          known(belief.recall()));
    }

    private static @Nullable Double known(double figure) {
      return Double.isFinite(figure) ? figure : null;
    }
  }

  /**
   * One moment of the crawl.
   *
   * @param seconds since its start
   * @param nodes heard of until then
   * @param packets sent until then
   * @param bitsInPerSecond since the moment before
   */
  public record Growth(
      double seconds, long nodes, long packets, double bitsInPerSecond, double bitsOutPerSecond) {}

  public record Planted(int nodes, int found) {
    public double recall() {
      return nodes == 0 ? Double.NaN : (double) found / nodes;
    }
  }

  /**
   * The routing tables of the asked nodes at one depth.
   *
   * @param depth how many leading bits its contacts share with the node
   * @param tables how many nodes told of this bucket
   * @param contacts the mean number of contacts in it
   */
  public record Bucket(int depth, int tables, double contacts) {}

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /** Of a Parquet file that has no description beside it. */
  static final SnapshotInfo UNKNOWN =
      new SnapshotInfo(
          SnapshotSchema.FORMAT,
          "",
          "",
          "",
          "",
          0,
          0,
          0,
          0,
          0,
          0,
          null,
          List.of(),
          null,
          List.of(),
          Map.of());

  public SnapshotInfo {
    growth = List.copyOf(growth);
    buckets = List.copyOf(buckets);
    settings = new TreeMap<>(settings);
  }

  SnapshotInfo counting(long rows, long answering) {
    return new SnapshotInfo(
        SnapshotSchema.FORMAT,
        program,
        strategy,
        mode,
        prefix,
        startedMicros,
        endedMicros,
        rows,
        answering,
        packets,
        answers,
        estimate,
        growth,
        planted,
        buckets,
        settings);
  }

  String toJson() {
    return JSON.writeValueAsString(this) + "\n";
  }

  static SnapshotInfo parse(String json) throws JacksonException {
    return JSON.readValue(json, SnapshotInfo.class);
  }
}
