package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.orbweaver.app.Progress;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.TrafficObserver;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.PopulationOptions;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.wire.PendingQueries;
import org.orbweaver.wire.RoundTripTimes;

/**
 * How much faster lookups are if a query that takes longer than nine of ten lets another be sent
 * (indexer paper §2.4), against waiting 10 s for each of the many dead nodes. The same world, the
 * same keys; no lookup cache, which would spare both the dead.
 */
public final class TimeoutExperiment {
  /**
   * What it found.
   *
   * @param medianRatio of the adaptive to the fixed timeout's median time
   */
  public record Report(
      int nodes,
      double deadShare,
      int lookups,
      int homes,
      long seed,
      double medianRatio,
      LookupOutcome adaptive,
      LookupOutcome fixed) {}

  private static final int HOMES = 8;
  private static final int AT_ONCE = 3;
  private static final Duration JOINING = Duration.ofMinutes(10);

  private final int nodes;
  private final int lookups;
  private final long seed;
  private final Progress progress;

  public TimeoutExperiment(int nodes, int lookups, long seed, Progress progress) {
    this.nodes = nodes;
    this.lookups = lookups;
    this.seed = seed;
    this.progress = progress;
  }

  public Report run() {
    Faults faults = Faults.NONE.withDistances();
    WorldGround ground = new WorldGround(WorldOptions.of(nodes, seed).withFaults(faults));
    progress.at(0.1, "adaptive timeouts");
    LookupOutcome adaptive = run(ground, RoundTripTimes.SHORTEST_STALL);
    progress.at(0.5, "fixed timeouts");
    LookupOutcome fixed = run(ground, Duration.ofNanos(PendingQueries.TIMEOUT));
    return new Report(
        nodes,
        PopulationOptions.SILENT,
        lookups,
        HOMES,
        seed,
        adaptive.medianSeconds() / fixed.medianSeconds(),
        adaptive,
        fixed);
  }

  private LookupOutcome run(WorldGround ground, Duration shortestStall) {
    NodeInWorld place =
        new NodeInWorld(
            ground,
            IdChoice.STAGGERED.homes(HOMES, new Random(seed)),
            MainlineSettings.PUBLIC.withCachedNodes(0).withShortestStall(shortestStall),
            TrafficObserver.NONE,
            seed);
    place.live(JOINING);
    Random random = new Random(seed);
    List<Key> targets = Stream.generate(() -> Key.random(random)).limit(lookups).toList();
    return LookupSeries.run(place, targets, AT_ONCE);
  }
}
