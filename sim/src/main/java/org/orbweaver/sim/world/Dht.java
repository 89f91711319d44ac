package org.orbweaver.sim.world;

/**
 * One network of the world, IPv4's or IPv6's: BEP 32 keeps them apart. Its parts compute in place,
 * so it belongs to one thread; {@code population} and the catalogue can be shared.
 */
public record Dht(
    Population population,
    Liveness liveness,
    RoutingTables tables,
    NearestNodes closest,
    Swarms swarms,
    Storage storage,
    Misfits misfits) {

  boolean isIpv4() {
    return population.options().addresses().kind() != AddressSpace.Kind.PUBLIC_IPV6;
  }

  static Dht of(Population population, Catalogue catalogue, WorldOptions options) {
    Liveness liveness =
        options
            .churn()
            .<Liveness>map(churn -> new Churn(population, churn))
            .orElseGet(() -> Liveness.constant(population));
    NearestNodes closest = new NearestNodes(population, liveness);
    Swarms swarms = new Swarms(population, catalogue, options.content());
    return new Dht(
        population,
        liveness,
        new RoutingTables(population, liveness, options.tableShare()),
        closest,
        swarms,
        new Storage(population, catalogue, swarms, closest, liveness.isConstant()),
        new Misfits(population, options.faults()));
  }
}
