package org.orbweaver.lab.wirespeed;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Pairs are find_node queries to random addresses with their replies. Medians as in {@link
 * WireSpeedReport}.
 *
 * @param wrongSources replies, of either server, that came from another address than was asked
 */
public record WorldSpeedReport(
    double pairsPerSecond,
    double bareLoopPairsPerSecond,
    double ratio,
    long wrongSources,
    List<Round> rounds,
    Conditions conditions) {
  public WorldSpeedReport {
    rounds = List.copyOf(rounds);
  }

  /** One measurement of each server. */
  public record Round(Measurement world, Measurement bareLoop) {
    public double ratio() {
      return world.pairsPerSecond() / bareLoop.pairsPerSecond();
    }
  }

  /**
   * What one server did.
   *
   * @param lost queries without a reply
   * @param serverMicrosPerPair processor time of the server's whole process; the bare loop's spins
   *     while it waits
   */
  public record Measurement(
      long pairs,
      long lost,
      long wrongSources,
      double pairsPerSecond,
      double serverMicrosPerPair) {}

  /**
   * Under what circumstances.
   *
   * @param replyBytes the mean of the world's, and the size of all of the bare loop's
   * @param serverProcessor the only processor the servers ran on
   * @param clientProcessor the only processor the visitor ran on
   */
  public record Conditions(
      int nodes,
      int queryBytes,
      int replyBytes,
      int window,
      double secondsPerMeasurement,
      int serverProcessor,
      int clientProcessor,
      String java,
      String system) {}

  static WorldSpeedReport of(List<Round> rounds, Conditions conditions) {
    return new WorldSpeedReport(
        median(rounds, round -> round.world.pairsPerSecond),
        median(rounds, round -> round.bareLoop.pairsPerSecond),
        median(rounds, Round::ratio),
        rounds.stream().mapToLong(r -> r.world.wrongSources + r.bareLoop.wrongSources).sum(),
        rounds,
        conditions);
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
    return WireSpeedReport.median(rounds.stream().mapToDouble(figure).toArray());
  }
}
