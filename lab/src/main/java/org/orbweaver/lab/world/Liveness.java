package org.orbweaver.lab.world;

/** Who answers, and when. */
@FunctionalInterface
public interface Liveness {
  boolean live(int index, long now);

  /** Churn off: the silent ones never answer, all others always do; guests from when they join. */
  static Liveness constant(Population population) {
    return (index, now) ->
        population.isOrdinary(index)
            ? !population.silent(index)
            : liveThoughSpecial(population, index, now);
  }

  /** Nodes that are not ordinary honest ones do not churn; guests are there once they join. */
  static boolean liveThoughSpecial(Population population, int index, long now) {
    return population.role(index) != Role.GUEST || now >= population.guest(index).joinsAt();
  }
}
