package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChurnTest {
  private static final long EPOCH = TimeUnit.DAYS.toNanos(20_000);
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  private final Population population = new Population(PopulationOptions.honest(20_000, 6));

  @Test
  void whoIsLiveDependsOnNodeAndTimeAlone() {
    Churn forwards = new Churn(population, ChurnOptions.splider(EPOCH));
    Churn backwards = new Churn(population, ChurnOptions.splider(EPOCH));
    boolean[][] seen = new boolean[24][];
    for (int hour = 0; hour < 24; hour++) {
      seen[hour] = snapshot(forwards, hour);
    }
    for (int hour = 23; hour >= 0; hour -= 5) {
      assertThat(snapshot(backwards, hour)).isEqualTo(seen[hour]);
    }
  }

  private boolean[] snapshot(Churn churn, double hours) {
    boolean[] live = new boolean[population.size()];
    for (int index = 0; index < live.length; index++) {
      live[index] = churn.live(index, EPOCH + (long) (hours * HOUR));
    }
    return live;
  }

  private static double share(boolean[] live) {
    return IntStream.range(0, live.length).filter(i -> live[i]).count() / (double) live.length;
  }

  @Test
  void overADayAsManyAreLiveAsWithoutChurn() {
    for (double rhythm : new double[] {0, 0.8}) {
      Churn churn =
          new Churn(population, new ChurnOptions(SessionLengths.splider(), rhythm, EPOCH));
      double mean =
          IntStream.range(0, 24).mapToDouble(hour -> share(snapshot(churn, hour))).sum() / 24;
      assertThat(mean).as("rhythm %s", rhythm).isCloseTo(0.70, within(0.02));
    }
  }

  @Test
  void theDailyRhythmShowsInEachCountrysOwnTime() {
    Churn churn = new Churn(population, ChurnOptions.splider(EPOCH));
    double[] russia = new double[24];
    double[] america = new double[24];
    for (int hour = 0; hour < 24; hour++) {
      boolean[] live = snapshot(churn, hour);
      russia[hour] = shareIn(live, Country.RU);
      america[hour] = shareIn(live, Country.US);
    }
    assertThat(quietestHour(russia)).as("%s", Arrays.toString(russia)).isBetween(6, 13);
    assertThat((quietestHour(america) - quietestHour(russia) + 24) % 24).isBetween(6, 12);
  }

  private double shareIn(boolean[] live, Country country) {
    int[] there =
        IntStream.range(0, live.length).filter(i -> population.country(i) == country).toArray();
    return Arrays.stream(there).filter(i -> live[i]).count() / (double) there.length;
  }

  private static int quietestHour(double[] shares) {
    return IntStream.range(0, 24)
        .boxed()
        .min((a, b) -> Double.compare(shares[a], shares[b]))
        .orElseThrow();
  }

  @Test
  void sessionsThatBeginAreAsLongAsPlanted() {
    Churn churn = new Churn(population, new ChurnOptions(SessionLengths.splider(), 0.8, EPOCH));
    int sessions = 0;
    int overTwoHours = 0;
    int overADay = 0;
    for (int index = 0; index < population.size(); index++) {
      for (long now = EPOCH; now < EPOCH + 24 * HOUR; now = churn.periodEnds(index, now)) {
        if (churn.live(index, now) && churn.periodBegan(index, now) >= EPOCH) {
          sessions++;
          overTwoHours += churn.periodEnds(index, now) - now > 2 * HOUR ? 1 : 0;
          overADay += churn.periodEnds(index, now) - now > 24 * HOUR ? 1 : 0;
        }
      }
    }
    assertThat((double) overTwoHours / sessions).isCloseTo(0.30, within(0.01));
    assertThat((double) overADay / sessions).isCloseTo(0.05, within(0.005));
  }

  @Test
  void tablesFollowThoseWhoComeAndGo() {
    Churn churn = new Churn(population, ChurnOptions.splider(EPOCH));
    RoutingTables tables = new RoutingTables(population, churn, 0.85);
    int[] out = new int[8];
    int dead = 0;
    int all = 0;
    for (int hour = 0; hour < 24; hour += 6) {
      for (int node = 0; node < 2_000; node++) {
        int found = tables.findNode(node, Mix.mix(node), EPOCH + hour * HOUR, out);
        for (int i = 0; i < found; i++) {
          dead += churn.live(out[i], EPOCH + hour * HOUR) ? 0 : 1;
          all++;
        }
      }
    }
    assertThat((double) dead / all).isBetween(0.06, 0.15);
  }
}
