package org.orbweaver.lab.suspects;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.EclipseAttack;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.PopulationOptions;
import org.orbweaver.sim.world.SybilAttack;

/**
 * The attacks of one world, and of what kind each is. Splider's eclipses shared 32 bits among 16.4
 * million nodes, eight more than chance gives; here the eight are kept at any size. Those "barely
 * closer" share with their target one bit more than the closest honest node does: the least that an
 * eclipse needs.
 */
final class PlantedAttacks {
  private static final int REPEATS = 5;
  private static final int[] SYBIL_IDS = {10, 20, 50, 100, 1000};
  private static final int EXTRA_BITS = 8;

  private final List<SybilAttack> sybils = new ArrayList<>();
  private final List<String> sybilKinds = new ArrayList<>();
  private final List<EclipseAttack> eclipses = new ArrayList<>();
  private final List<String> eclipseKinds = new ArrayList<>();

  /**
   * @param honest the world before anybody attacks it
   */
  PlantedAttacks(Population honest, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    int deep = 31 - Integer.numberOfLeadingZeros(honest.size()) + EXTRA_BITS;
    for (int i = 0; i < REPEATS; i++) {
      for (int ids : SYBIL_IDS) {
        sybils.add(new SybilAttack(ids));
        sybilKinds.add("sybil, " + ids + " IDs");
      }
      eclipse("eclipse, 8 IDs at 1 address", Key.random(random), 8, deep, 1);
      eclipse("eclipse, 8 IDs at 8 addresses", Key.random(random), 8, deep, 8);
      eclipse("eclipse, 32 IDs at 6 addresses", Key.random(random), 32, deep, 6);
      for (int hosts : new int[] {1, 4, 8}) {
        Key target = Key.random(random);
        int barely = closestShares(honest, target) + 1;
        eclipse("barely closer, 8 IDs at " + hosts + " address(es)", target, 8, barely, hosts);
      }
    }
  }

  private void eclipse(String kind, Key target, int ids, int bits, int hosts) {
    eclipses.add(new EclipseAttack(target, ids, bits, hosts));
    eclipseKinds.add(kind);
  }

  /** How many bits the closest node shares with the target: it is next to it in natural order. */
  private static int closestShares(Population population, Key target) {
    int low = 0;
    int high = population.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (population.key(middle).compareTo(target) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int before = low > 0 ? population.key(low - 1).commonPrefixLength(target) : 0;
    int after = low < population.size() ? population.key(low).commonPrefixLength(target) : 0;
    return Math.max(before, after);
  }

  PopulationOptions in(PopulationOptions options) {
    return options.withSybils(sybils).withEclipses(eclipses);
  }

  List<EclipseAttack> eclipses() {
    return eclipses;
  }

  int sybils() {
    return sybils.size();
  }

  String sybilKind(int attack) {
    return sybilKinds.get(attack);
  }

  String eclipseKind(int attack) {
    return eclipseKinds.get(attack);
  }
}
