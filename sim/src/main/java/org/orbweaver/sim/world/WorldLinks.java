package org.orbweaver.sim.world;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.net.LinkModel;

/**
 * What becomes of packets between the world and its visitors. With {@link Faults#distances}, a
 * packet's way is the great circle between the two countries at two thirds of the speed of light,
 * half as long again for detours; a last mile at both ends, log-normal over hosts with a median of
 * 8 ms; and a queue now and then, exponential, a tenth of the rest on average. Without, every
 * packet takes 20 ms.
 */
public final class WorldLinks implements LinkModel {
  private static final double MILLIS_PER_KILOMETRE = 1.5 / 200;
  private static final double LAST_MILE_MILLIS = 8;
  private static final double LAST_MILE_SPREAD = 1.0;
  private static final double QUEUEING = 0.1;
  private static final long PLAIN = TimeUnit.MILLISECONDS.toNanos(20);

  private final Population population;
  private final Faults faults;
  private final long seed;
  private final double[][] wayMillis;

  public WorldLinks(Population population, Faults faults) {
    this.population = population;
    this.faults = faults;
    this.seed = Mix.seedFor(population.options().seed(), "last miles");
    Country[] countries = Country.values();
    wayMillis = new double[countries.length][countries.length];
    for (Country a : countries) {
      for (Country b : countries) {
        wayMillis[a.number()][b.number()] = a.kilometresTo(b) * MILLIS_PER_KILOMETRE;
      }
    }
  }

  @Override
  public long delay(Endpoint from, Endpoint to, RandomGenerator random) {
    if (faults.loss() > 0 && random.nextDouble() < faults.loss()) {
      return LOST;
    }
    if (!faults.distances()) {
      return PLAIN;
    }
    int a = population.country(from).number();
    int b = population.country(to).number();
    double millis = wayMillis[a][b] + lastMile(from) + lastMile(to);
    double queued = -StrictMath.log(1 - random.nextDouble()) * QUEUEING * millis;
    return (long) ((millis + queued) * TimeUnit.MILLISECONDS.toNanos(1));
  }

  private double lastMile(Endpoint endpoint) {
    long hash = Mix.hash(seed, endpoint.high(), endpoint.low());
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - Mix.unit(hash)));
    double normal = radius * StrictMath.cos(2 * Math.PI * Mix.unit(Mix.mix(hash)));
    return LAST_MILE_MILLIS * StrictMath.exp(LAST_MILE_SPREAD * normal);
  }
}
