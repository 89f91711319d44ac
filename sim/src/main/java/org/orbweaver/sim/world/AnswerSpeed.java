package org.orbweaver.sim.world;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.random.RandomGenerator;

/**
 * How many find_node answers one core computes per second: random targets asked of random nodes,
 * after a warm-up of as long as the measurement.
 *
 * @param seconds of CPU time, so that a busy machine does not count against the world
 */
public record AnswerSpeed(int nodes, long seed, long answers, double seconds) {

  public double answersPerSecond() {
    return answers / seconds;
  }

  public static AnswerSpeed measure(int nodes, long seed, double seconds, RandomGenerator random) {
    Population population = new Population(PopulationOptions.honest(nodes, seed));
    RoutingTables tables =
        new RoutingTables(population, Liveness.constant(population), RoutingTables.TABLE_SHARE);
    ask(tables, nodes, seconds, random);
    ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    long started = cpu.getCurrentThreadCpuTime();
    long answers = ask(tables, nodes, seconds, random);
    return new AnswerSpeed(nodes, seed, answers, (cpu.getCurrentThreadCpuTime() - started) / 1e9);
  }

  private static long ask(RoutingTables tables, int nodes, double seconds, RandomGenerator random) {
    int[] out = new int[RoutingTables.BUCKET_SIZE];
    long end = System.nanoTime() + (long) (seconds * 1e9);
    long answers = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 1000; i++) {
        tables.findNode(random.nextInt(nodes), random.nextLong(), 0, out);
      }
      answers += 1000;
    }
    return answers;
  }
}
