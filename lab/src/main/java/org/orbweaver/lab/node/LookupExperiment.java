package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.orbweaver.app.Progress;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.LookupSettings;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.lab.node.LookupReport.Case;
import org.orbweaver.lab.node.LookupReport.Loss;
import org.orbweaver.lab.node.LookupReport.Row;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.TrafficObserver;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;

/**
 * How often lookups find the eight nodes that really are closest, and at how many queries: with one
 * home, with the shared table of 64, and with the lookup cache on keys in natural order.
 */
public final class LookupExperiment {
  private static final int MANY_HOMES = 64;
  private static final int AT_ONCE = 3;
  private static final Duration JOINING = Duration.ofMinutes(10);

  /** Neighbouring keys: the 1,000 of a run lie about as dense as the nodes, as in the paper. */
  private static final Prefix WALK = Prefix.parse("1010111");

  private final int nodes;
  private final int lookups;
  private final long seed;
  private final Progress progress;

  public LookupExperiment(int nodes, int lookups, long seed, Progress progress) {
    this.nodes = nodes;
    this.lookups = lookups;
    this.seed = seed;
    this.progress = progress;
  }

  public LookupReport run() {
    List<Case> cases = new ArrayList<>();
    for (Loss loss : List.of(Loss.PER_EXCHANGE, Loss.PER_PACKET)) {
      for (int retries = 1; retries <= 2; retries++) {
        cases.add(new Case(loss, retries, 1, false, AT_ONCE));
        cases.add(new Case(loss, retries, MANY_HOMES, false, AT_ONCE));
        cases.add(new Case(loss, retries, MANY_HOMES, true, AT_ONCE));
      }
    }
    cases.add(
        new Case(
            Loss.PER_PACKET,
            LookupSettings.PUBLIC.retries(),
            MANY_HOMES,
            true,
            MANY_HOMES * AT_ONCE));
    List<Row> rows = new ArrayList<>();
    for (Case each : cases) {
      progress.at((double) rows.size() / cases.size(), each.toString());
      rows.add(run(each));
    }
    return LookupReport.of(nodes, lookups, seed, rows);
  }

  Row run(Case which) {
    Faults faults = Faults.NONE.withDistances().withLoss(which.loss().packets());
    WorldGround ground = new WorldGround(WorldOptions.of(nodes, seed).withFaults(faults));
    MainlineSettings settings =
        MainlineSettings.PUBLIC
            .withLookup(LookupSettings.PUBLIC.withRetries(which.retries()))
            .withCachedNodes(which.cache() ? MainlineSettings.PUBLIC.room().cachedNodes() : 0);
    NodeInWorld place =
        new NodeInWorld(
            ground,
            IdChoice.STAGGERED.homes(which.homes(), new Random(seed)),
            settings,
            TrafficObserver.NONE,
            seed);
    place.live(JOINING);
    int contacts = place.node().table(Family.IPV4).size();
    List<Key> targets = which.cache() ? neighbours() : strangers();
    return new Row(which, contacts, LookupSeries.run(place, targets, which.atOnce()));
  }

  private List<Key> strangers() {
    Random random = new Random(seed);
    return Stream.generate(() -> Key.random(random)).limit(lookups).toList();
  }

  private List<Key> neighbours() {
    Random random = new Random(seed);
    return Stream.generate(() -> WALK.randomKey(random)).limit(lookups).sorted().toList();
  }
}
