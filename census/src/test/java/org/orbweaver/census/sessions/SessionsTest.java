package org.orbweaver.census.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private static final int SNAPSHOTS = 480;
  private static final double PACE = 0.05;

  @Test
  void oneMissedSnapshotDoesNotEndASession() {
    Sessions series = sessionsOf("....XX.XX.............");
    assertThat(series.came()).startsWith(0, 0, 0, 0, 1, 0, 0, 0, 0);
    assertThat(series.left().get(9)).isEqualTo(1);
    assertThat(series.left().stream().mapToInt(i -> i).sum()).isEqualTo(1);
  }

  @Test
  void twoMissedSnapshotsDo() {
    Sessions series = sessionsOf("....XX..XX............");
    assertThat(series.came().stream().mapToInt(i -> i).sum()).isEqualTo(2);
    assertThat(series.left().stream().mapToInt(i -> i).sum()).isEqualTo(2);
  }

  @Test
  void onlySessionsThatBeginInTheFirstHalfAreTaken() {
    assertThat(sessionsOf("XXXX..................").survival().sessions()).isZero();
    assertThat(sessionsOf("...XX.................").survival().sessions()).isEqualTo(1);
    assertThat(sessionsOf(".............XX.......").survival().sessions()).isZero();
  }

  @Test
  void whoComesBackAtOnceHasHardlyLeft() {
    String twiceMissed = ".".repeat(20) + "X".repeat(30) + ".." + "X".repeat(30) + ".".repeat(200);
    assertThat(sessionsOf(twiceMissed).survival().sessions()).isEqualTo(1);
    String away = ".".repeat(20) + "X".repeat(30) + ".....X" + ".".repeat(200);
    assertThat(sessionsOf(away).survival().sessions()).isEqualTo(2);
  }

  private static Sessions sessionsOf(String seen) {
    SessionTracker tracker = new SessionTracker(seen.length());
    for (int i = 0; i < seen.length(); i++) {
      tracker.nextSnapshot();
      if (seen.charAt(i) == 'X') {
        tracker.answered(3);
        tracker.answered(3);
      }
    }
    return tracker.finish(PACE);
  }

  @Test
  void paretoSessionsAreFoundToBePareto() {
    for (int seed = 1; seed <= 3; seed++) {
      SessionReport report =
          SessionReport.of(series(seed, unit -> 0.376 * StrictMath.pow(1 - unit, -1 / 0.721)));
      assertThat(report.preferred()).isEqualTo(LengthLaw.PARETO);
      assertThat(report.pareto().form()).isCloseTo(0.721, withinPercentage(5));
      assertThat(report.shareOverTwoHours()).isCloseTo(0.30, within(0.015));
      assertThat(report.shareReachingADay()).isCloseTo(0.05, within(0.01));
      assertThat(report.meanHours()).isCloseTo(3.33, withinPercentage(5));
    }
  }

  @Test
  void weibullSessionsAreFoundToBeWeibull() {
    for (int seed = 1; seed <= 3; seed++) {
      SessionReport report =
          SessionReport.of(
              series(seed, unit -> 1.5 * StrictMath.pow(-StrictMath.log(1 - unit), 1 / 0.6)));
      assertThat(report.preferred()).isEqualTo(LengthLaw.WEIBULL);
      assertThat(report.weibull().form()).isCloseTo(0.6, withinPercentage(5));
    }
  }

  /** Sessions that begin at any time from two days before the first snapshot on. */
  private static Sessions series(long seed, DoubleUnaryOperator hours) {
    RandomGenerator random = new SplittableRandom(seed);
    SessionTracker tracker = new SessionTracker(SNAPSHOTS);
    int nodes = 60_000;
    double[] from = new double[nodes];
    double[] to = new double[nodes];
    for (int node = 0; node < nodes; node++) {
      from[node] = random.nextDouble(-48, SNAPSHOTS * PACE);
      to[node] = from[node] + hours.applyAsDouble(random.nextDouble());
    }
    for (int snapshot = 0; snapshot < SNAPSHOTS; snapshot++) {
      double now = snapshot * PACE;
      tracker.nextSnapshot();
      for (int node = 0; node < nodes; node++) {
        if (from[node] <= now && now < to[node] && random.nextDouble() > 0.005) {
          tracker.answered(node);
        }
      }
    }
    return tracker.finish(PACE);
  }
}
