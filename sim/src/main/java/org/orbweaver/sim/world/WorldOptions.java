package org.orbweaver.sim.world;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A world. Calibrated as {@link #of} gives it, with everything switchable off.
 *
 * @param ipv6Nodes how many nodes there are in the world's IPv6 network; those that are also in the
 *     IPv4 network answer {@code want} for both
 * @param tableShare the model's C
 */
public record WorldOptions(
    PopulationOptions population,
    int ipv6Nodes,
    double tableShare,
    Optional<ChurnOptions> churn,
    Faults faults,
    ContentOptions content,
    TrafficOptions traffic) {

  public WorldOptions {
    if (ipv6Nodes < 0 || ipv6Nodes > population.nodes()) {
      throw new IllegalArgumentException("IPv6 nodes are at most as many as IPv4 nodes");
    }
  }

  public static WorldOptions of(int nodes, long seed) {
    return new WorldOptions(
        PopulationOptions.honest(nodes, seed),
        0,
        RoutingTables.TABLE_SHARE,
        Optional.empty(),
        Faults.NONE,
        ContentOptions.NONE,
        TrafficOptions.NONE);
  }

  public WorldOptions withPopulation(UnaryOperator<PopulationOptions> change) {
    return new WorldOptions(
        change.apply(population), ipv6Nodes, tableShare, churn, faults, content, traffic);
  }

  public WorldOptions withIpv6(int nodes) {
    return new WorldOptions(population, nodes, tableShare, churn, faults, content, traffic);
  }

  public WorldOptions withChurn(ChurnOptions sessions) {
    return new WorldOptions(
        population, ipv6Nodes, tableShare, Optional.of(sessions), faults, content, traffic);
  }

  public WorldOptions withFaults(Faults some) {
    return new WorldOptions(population, ipv6Nodes, tableShare, churn, some, content, traffic);
  }

  public WorldOptions withContent(ContentOptions some) {
    return new WorldOptions(population, ipv6Nodes, tableShare, churn, faults, some, traffic);
  }

  public WorldOptions withTraffic(TrafficOptions some) {
    return new WorldOptions(population, ipv6Nodes, tableShare, churn, faults, content, some);
  }
}
