package org.orbweaver.sim.world;

/** Who answers, and when. */
@FunctionalInterface
public interface Liveness {
  boolean live(int index, long now);

  /** Whether the answers never change, so that what follows from them may be kept. */
  default boolean isConstant() {
    return false;
  }

  /** Churn off: the silent ones never answer, all others always do; guests from when they join. */
  static Liveness constant(Population population) {
    boolean joinedByAll =
        population.options().guests().stream().allMatch(guest -> guest.joinsAt() == 0);
    return new Liveness() {
      @Override
      public boolean live(int index, long now) {
        return population.isOrdinary(index)
            ? !population.silent(index)
            : liveThoughSpecial(population, index, now);
      }

      @Override
      public boolean isConstant() {
        return joinedByAll;
      }
    };
  }

  /** The same with another share of ordinary nodes that never answer, drawn for each. */
  static Liveness withDead(Population population, double deadShare) {
    Liveness usual = constant(population);
    long seed = Mix.seedFor(population.options().seed(), "dead");
    return (index, now) ->
        population.isOrdinary(index)
            ? Mix.unit(Mix.mix(seed ^ population.keys().high(index))) >= deadShare
            : usual.live(index, now);
  }

  /** Nodes that are not ordinary honest ones do not churn; guests are there once they join. */
  static boolean liveThoughSpecial(Population population, int index, long now) {
    return population.role(index) != NodeRole.GUEST || now >= population.guest(index).joinsAt();
  }
}
