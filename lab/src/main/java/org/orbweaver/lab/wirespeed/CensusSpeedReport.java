package org.orbweaver.lab.wirespeed;

import java.util.List;

/**
 * A census over real packets beside the barest loop on the same machine, and beside itself in
 * virtual time. Medians over the rounds.
 *
 * @param packetsPerSecond questions and all else that the census sent
 * @param ratio of the two
 * @param liveRecall over real packets
 * @param virtualLiveRecall of the same world, crawled without packets in between
 */
public record CensusSpeedReport(
    double packetsPerSecond,
    double bareLoopPacketsPerSecond,
    double ratio,
    double liveRecall,
    double virtualLiveRecall,
    double nodesPerPacket,
    double seconds,
    List<Round> rounds,
    Conditions conditions) {
  public CensusSpeedReport {
    rounds = List.copyOf(rounds);
  }

  /**
   * One census and one measurement of the bare loop.
   *
   * @param visitorMicrosPerPacket processor time of the census's whole process
   */
  public record Round(
      long packets,
      long answers,
      long nodes,
      double liveRecall,
      double seconds,
      double packetsPerSecond,
      double visitorMicrosPerPacket,
      double bareLoopPacketsPerSecond) {}

  /** Under what circumstances. */
  public record Conditions(
      int nodes,
      int window,
      int serverProcessor,
      int clientProcessor,
      String java,
      String system) {}

  static CensusSpeedReport of(List<Round> rounds, double virtualRecall, Conditions conditions) {
    return new CensusSpeedReport(
        median(rounds.stream().mapToDouble(Round::packetsPerSecond).toArray()),
        median(rounds.stream().mapToDouble(Round::bareLoopPacketsPerSecond).toArray()),
        median(
            rounds.stream()
                .mapToDouble(r -> r.packetsPerSecond() / r.bareLoopPacketsPerSecond())
                .toArray()),
        median(rounds.stream().mapToDouble(Round::liveRecall).toArray()),
        virtualRecall,
        median(rounds.stream().mapToDouble(r -> (double) r.nodes() / r.packets()).toArray()),
        median(rounds.stream().mapToDouble(Round::seconds).toArray()),
        rounds,
        conditions);
  }

  private static double median(double[] values) {
    return WireSpeedReport.median(values);
  }
}
