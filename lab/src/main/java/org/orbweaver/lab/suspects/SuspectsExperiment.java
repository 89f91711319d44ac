package org.orbweaver.lab.suspects;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.app.Progress;
import org.orbweaver.census.SnapshotNodes;
import org.orbweaver.census.suspects.EclipseSuspect;
import org.orbweaver.census.suspects.Suspects;
import org.orbweaver.census.suspects.SybilSuspect;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.lab.splider.SweptWorld;
import org.orbweaver.sim.world.CarrierNat;
import org.orbweaver.sim.world.EclipseAttack;
import org.orbweaver.sim.world.NodeRole;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.PopulationOptions;

/** Splider's section V.C with known truth: what the detectors find, and what they invent. */
public final class SuspectsExperiment {
  private static final CarrierNat NAT = new CarrierNat(0.2, 500);

  private final int nodes;
  private final int worlds;
  private final long firstSeed;
  private final boolean swept;
  private final Progress progress;
  private final Map<String, int[]> plantedAndFound = new LinkedHashMap<>();
  private int falseSybilsInHonest;
  private int falseEclipsesInHonest;
  private int falseSybilsInAttacked;
  private int falseEclipsesInAttacked;
  private int paperSybils;
  private int paperEclipses;

  /**
   * @param swept whether the detectors read what a sweep heard of each world, not all of it
   */
  public SuspectsExperiment(
      int nodes, int worlds, long firstSeed, boolean swept, Progress progress) {
    if (worlds < 1) {
      throw new IllegalArgumentException("at least one world is needed, not " + worlds);
    }
    this.nodes = nodes;
    this.worlds = worlds;
    this.firstSeed = firstSeed;
    this.swept = swept;
    this.progress = progress;
  }

  public SuspectsReport run() {
    Suspects first = world(firstSeed);
    for (int i = 1; i < worlds; i++) {
      progress.at((double) i / worlds, "world " + (firstSeed + i));
      world(firstSeed + i);
    }
    return report(first);
  }

  private Suspects world(long seed) {
    PopulationOptions options = PopulationOptions.honest(nodes, seed).withNat(NAT);
    Population honest = new Population(options);
    Suspects none = Suspects.of(snapshot(honest, seed));
    falseSybilsInHonest += none.sybils().suspects().size();
    falseEclipsesInHonest += none.eclipses().suspects().size();
    paperSybils += none.sybils().byPapersRule();
    paperEclipses += none.eclipses().byPapersRule();
    PlantedAttacks attacks = new PlantedAttacks(honest, seed);
    Population attacked = new Population(attacks.in(options));
    Suspects suspects = Suspects.of(snapshot(attacked, seed));
    countSybils(attacked, attacks, suspects.sybils().suspects());
    countEclipses(attacks, suspects.eclipses().suspects());
    return suspects;
  }

  private SnapshotNodes snapshot(Population world, long seed) {
    return swept ? SweptWorld.of(world, seed) : new WorldNodes(world);
  }

  private void countSybils(Population world, PlantedAttacks attacks, List<SybilSuspect> suspects) {
    Map<String, Integer> attackAt = new HashMap<>();
    Set<String> foes = new HashSet<>();
    for (int index = 0; index < world.size(); index++) {
      NodeRole role = world.role(index);
      if (role == NodeRole.SYBIL || role == NodeRole.ECLIPSE) {
        String endpoint = world.endpoint(index).toString();
        String address = endpoint.substring(0, endpoint.lastIndexOf(':'));
        foes.add(address);
        if (role == NodeRole.SYBIL) {
          attackAt.put(address, world.attack(index));
        }
      }
    }
    boolean[] found = new boolean[attacks.sybils()];
    for (SybilSuspect suspect : suspects) {
      Integer attack = attackAt.get(suspect.address());
      if (attack != null) {
        found[attack] = true;
      } else if (!foes.contains(suspect.address())) {
        falseSybilsInAttacked++;
      }
    }
    for (int attack = 0; attack < found.length; attack++) {
      count(attacks.sybilKind(attack), found[attack]);
    }
  }

  private void countEclipses(PlantedAttacks attacks, List<EclipseSuspect> suspects) {
    boolean[] found = new boolean[attacks.eclipses().size()];
    for (EclipseSuspect suspect : suspects) {
      boolean isTrue = false;
      for (int attack = 0; attack < found.length; attack++) {
        if (meets(suspect.subspace(), attacks.eclipses().get(attack))) {
          found[attack] = true;
          isTrue = true;
        }
      }
      falseEclipsesInAttacked += isTrue ? 0 : 1;
    }
    for (int attack = 0; attack < found.length; attack++) {
      count(attacks.eclipseKind(attack), found[attack]);
    }
  }

  private static boolean meets(Prefix suspect, EclipseAttack attack) {
    Prefix crowded = Prefix.of(attack.target(), attack.sharedBits());
    return suspect.contains(crowded) || crowded.contains(suspect);
  }

  private void count(String kind, boolean found) {
    int[] counts = plantedAndFound.computeIfAbsent(kind, _ -> new int[2]);
    counts[0]++;
    counts[1] += found ? 1 : 0;
  }

  private SuspectsReport report(Suspects first) {
    int telling = first.sybils().fewestTellingIds();
    List<SuspectsReport.Kind> kinds =
        plantedAndFound.entrySet().stream()
            .map(
                each ->
                    new SuspectsReport.Kind(each.getKey(), each.getValue()[0], each.getValue()[1]))
            .toList();
    return new SuspectsReport(
        nodes,
        NAT.share(),
        NAT.largest(),
        worlds,
        firstSeed,
        swept,
        falseSybilsInHonest,
        falseEclipsesInHonest,
        falseSybilsInAttacked,
        falseEclipsesInAttacked,
        new SuspectsReport.PaperRule(paperSybils, paperEclipses, first.eclipses().paperBits()),
        telling,
        share(kinds.stream().filter(kind -> !isHard(kind.attack(), telling)).toList()),
        share(kinds.stream().filter(kind -> kind.attack().startsWith("barely")).toList()),
        kinds,
        first.sybils().conformingShare(),
        first.sybils().top(),
        first.eclipses().suspects().stream().limit(10).toList(),
        first.eclipses().sizes());
  }

  private static boolean isHard(String kind, int telling) {
    return kind.startsWith("barely")
        || kind.startsWith("sybil") && Integer.parseInt(kind.replaceAll("\\D", "")) < telling;
  }

  private static double share(List<SuspectsReport.Kind> kinds) {
    double planted = kinds.stream().mapToInt(SuspectsReport.Kind::planted).sum();
    return kinds.stream().mapToInt(SuspectsReport.Kind::found).sum() / planted;
  }
}
