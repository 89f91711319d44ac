package org.orbweaver.lab.census;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.net.CensusNode;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.sim.world.Dht;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.World;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldLinks;

/** A census over packets in virtual time, and the truth it is measured by. */
public final class CensusInWorld {
  /** 15 November 2026. */
  public static final long EPOCH = 1_794_700_800_000_000_000L;

  private static final int INTRODUCERS = 4;

  private final VirtualClock clock;
  private final VirtualNetwork network;
  private final World world;
  private final Dht dht;
  private final CensusNode node;

  /**
   * @param homes of the census, all of one family: that network is crawled
   */
  public CensusInWorld(
      WorldGround ground,
      CensusSettings settings,
      List<Endpoint> homes,
      CrawlState state,
      InfohashListener infohashes,
      long seed) {
    clock = new VirtualClock(EPOCH);
    RandomGenerator random = new SplittableRandom(seed);
    WorldLinks links = new WorldLinks(ground.ipv4(), ground.options().faults());
    network = new VirtualNetwork(clock, links, random);
    world = new World(ground, network);
    dht = homes.getFirst().isIpv4() ? world.ipv4() : world.ipv6().orElseThrow();
    node =
        new CensusNode(
            EPOCH, settings, homes, introducers(random), state, infohashes, network, random);
    network.attachElsewhere(world);
    network.attach(node, homes);
  }

  private List<Endpoint> introducers(RandomGenerator random) {
    List<Endpoint> live = new ArrayList<>();
    while (live.size() < INTRODUCERS) {
      int index = random.nextInt(dht.population().size());
      if (dht.liveness().live(index, EPOCH)) {
        live.add(dht.population().endpoint(index));
      }
    }
    return live;
  }

  /** Runs until the census has ended, or so many nanoseconds have passed. */
  public CensusNode.Phase run(long atMost) {
    long end = clock.now() + atMost;
    while (!isOver() && clock.now() < end && clock.step()) {}
    return node.phase();
  }

  private boolean isOver() {
    return node.phase() == CensusNode.Phase.DONE
        || node.phase() == CensusNode.Phase.NOBODY_ANSWERED;
  }

  public VirtualClock clock() {
    return clock;
  }

  public VirtualNetwork network() {
    return network;
  }

  public Dht dht() {
    return dht;
  }

  public CensusNode node() {
    return node;
  }

  /** The share of the live nodes of that part that are in the known set. */
  public double liveRecall(Prefix part) {
    Population population = dht.population();
    KnownNodes known = node.crawl().nodes();
    int live = 0;
    int found = 0;
    for (int index = 0; index < population.size(); index++) {
      if (part.contains(population.key(index)) && dht.liveness().live(index, clock.now())) {
        live++;
        found += known.find(population.key(index), population.endpoint(index)) < 0 ? 0 : 1;
      }
    }
    return (double) found / live;
  }
}
