package org.orbweaver.sim.world;

import java.util.concurrent.TimeUnit;

/**
 * Nodes that come and go: each alternates between sessions and absences, whose lengths are hashes
 * of the node and of how many there were before. The share of live nodes is, on average over the
 * day, what it is without churn.
 *
 * <p>Whether a node is live is a function of node and time alone. Its current period is remembered
 * (12 bytes a node), so asking costs next to nothing as long as time moves on; asking about the
 * past starts that node's history over. Not for several threads.
 *
 * <p>A returning node has its old ID and address. Sybils, eclipses and planted nodes never leave.
 */
public final class Churn implements Liveness {
  private static final int HOUR = 3600;

  /** Enough for the longest sessions to be as frequent at the start as ever. */
  private static final int WARM_UP = (int) (SessionLengths.LONGEST_HOURS * HOUR);

  /** Shorter absences would look like a lost packet to whoever takes snapshots. */
  private static final int SHORTEST_ABSENCE = 15 * 60;

  private final Population population;
  private final ChurnOptions options;
  private final long seed;
  private final double meanAbsence;
  private final DailyRhythm rhythm;
  private final int[] began;
  private final int[] ends;

  /** How many periods came before the current one; even ones are sessions. */
  private final int[] period;

  public Churn(Population population, ChurnOptions options) {
    this.population = population;
    this.options = options;
    seed = Mix.seedFor(population.options().seed(), "churn");
    double silent = population.options().silentShare();
    double meanSession = options.sessions().meanHours() * HOUR;
    meanAbsence = Math.max(1, meanSession * silent / (1 - silent) - SHORTEST_ABSENCE);
    rhythm = new DailyRhythm(options.rhythm());
    began = new int[population.size()];
    ends = new int[population.size()];
    period = new int[population.size()];
  }

  @Override
  public boolean live(int index, long now) {
    if (!population.isOrdinary(index)) {
      return Liveness.liveThoughSpecial(population, index, now);
    }
    seek(index, second(now));
    return inSession(index);
  }

  /** Whether the node is live at both times and at all times between. */
  public boolean liveThroughout(int index, long from, long to) {
    if (!live(index, from)) {
      return false;
    }
    return !population.isOrdinary(index) || second(to) < ends[index];
  }

  /** When the session or absence began that the node is in. */
  public long periodBegan(int index, long now) {
    seek(index, second(now));
    return time(began[index]);
  }

  /** When it will end. */
  public long periodEnds(int index, long now) {
    seek(index, second(now));
    return time(ends[index]);
  }

  /** Seconds since the warm-up began. */
  private int second(long now) {
    return Math.toIntExact(TimeUnit.NANOSECONDS.toSeconds(now - options.epoch())) + WARM_UP;
  }

  private long time(int second) {
    return options.epoch() + TimeUnit.SECONDS.toNanos(second - WARM_UP);
  }

  private boolean inSession(int index) {
    return (period[index] & 1) == 0;
  }

  private void seek(int index, int second) {
    if (ends[index] == 0 || second < began[index]) {
      begin(index);
    }
    while (second >= ends[index]) {
      period[index]++;
      began[index] = ends[index];
      ends[index] = end(index);
    }
  }

  private void begin(int index) {
    boolean away = Mix.unit(hash(index, -1)) < population.options().silentShare();
    period[index] = away ? 1 : 0;
    began[index] = 0;
    ends[index] = end(index);
  }

  private int end(int index) {
    double unit = Mix.unit(hash(index, period[index]));
    if (inSession(index)) {
      return began[index] + 1 + (int) (options.sessions().hours(unit) * HOUR);
    }
    double patience = -StrictMath.log(1 - unit) * meanAbsence;
    int zone = population.country(index).utcOffsetHours() * HOUR;
    int utc = (int) (TimeUnit.NANOSECONDS.toSeconds(options.epoch()) % (24 * HOUR)) - WARM_UP;
    int leaves = began[index] + SHORTEST_ABSENCE;
    return leaves + 1 + rhythm.wait(leaves + utc + zone, patience);
  }

  private long hash(int index, int number) {
    return Mix.hash(seed ^ population.keys().high(index), number);
  }
}
