package org.orbweaver.lab.wirespeed;

import java.util.Arrays;
import java.util.List;

/**
 * Pairs are find_node queries with their replies. Rates are medians over the rounds; the ratio is
 * the median of the rounds' ratios, since what else runs on the machine changes from one round to
 * the next, but hits both measurements of a round.
 */
public record WireSpeedReport(
    double pairsPerSecond,
    double bareLoopPairsPerSecond,
    double ratio,
    List<Round> rounds,
    Conditions conditions) {
  public WireSpeedReport {
    rounds = List.copyOf(rounds);
  }

  /** One measurement of each server. */
  public record Round(Measurement fullStack, Measurement bareLoop) {
    public double ratio() {
      return fullStack.pairsPerSecond() / bareLoop.pairsPerSecond();
    }
  }

  /**
   * What one server did.
   *
   * @param lost queries without a reply
   * @param serverMicrosPerPair processor time of the server's whole process
   */
  public record Measurement(
      long pairs, long lost, double pairsPerSecond, double serverMicrosPerPair) {}

  /**
   * Under what circumstances.
   *
   * @param serverProcessor the only processor the servers ran on
   * @param clientProcessor the only processor the load generator ran on
   * @param tableEntries contacts in the routing table that answers are taken from
   */
  public record Conditions(
      int queryBytes,
      int replyBytes,
      int window,
      double secondsPerMeasurement,
      int serverProcessor,
      int clientProcessor,
      int tableEntries,
      String java,
      String system) {}

  static WireSpeedReport of(List<Round> rounds, Conditions conditions) {
    return new WireSpeedReport(
        median(rounds.stream().mapToDouble(round -> round.fullStack.pairsPerSecond).toArray()),
        median(rounds.stream().mapToDouble(round -> round.bareLoop.pairsPerSecond).toArray()),
        median(rounds.stream().mapToDouble(Round::ratio).toArray()),
        rounds,
        conditions);
  }

  static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
