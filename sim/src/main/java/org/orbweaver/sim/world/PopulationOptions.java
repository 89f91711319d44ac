package org.orbweaver.sim.world;

import java.util.List;

/**
 * Who lives in one network of a world.
 *
 * @param seed two populations of equal options and seeds are equal
 * @param nodes how many honest nodes; the others come on top
 * @param silentShare of the honest nodes that do not answer while churn is off
 */
public record PopulationOptions(
    long seed,
    int nodes,
    AddressSpace addresses,
    double silentShare,
    CarrierNat nat,
    List<SybilAttack> sybils,
    List<EclipseAttack> eclipses,
    List<Planted> planted,
    List<Guest> guests) {
  public static final double SILENT = 0.30;

  public PopulationOptions {
    if (nodes < 1) {
      throw new IllegalArgumentException("a world has at least one node, not " + nodes);
    }
    if (nodes > 64_000_000) {
      throw new IllegalArgumentException("a world has at most 64,000,000 nodes, not " + nodes);
    }
    sybils = List.copyOf(sybils);
    eclipses = List.copyOf(eclipses);
    planted = List.copyOf(planted);
    guests = List.copyOf(guests);
  }

  /** Honest nodes only, at public IPv4 addresses of their own. */
  public static PopulationOptions honest(int nodes, long seed) {
    return new PopulationOptions(
        seed,
        nodes,
        AddressSpace.PUBLIC_IPV4,
        SILENT,
        CarrierNat.NONE,
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  public PopulationOptions at(AddressSpace space) {
    return new PopulationOptions(
        seed, nodes, space, silentShare, nat, sybils, eclipses, planted, guests);
  }

  public PopulationOptions withSilent(double share) {
    return new PopulationOptions(
        seed, nodes, addresses, share, nat, sybils, eclipses, planted, guests);
  }

  public PopulationOptions withNat(CarrierNat carrier) {
    return new PopulationOptions(
        seed, nodes, addresses, silentShare, carrier, sybils, eclipses, planted, guests);
  }

  public PopulationOptions withSybils(List<SybilAttack> attacks) {
    return new PopulationOptions(
        seed, nodes, addresses, silentShare, nat, attacks, eclipses, planted, guests);
  }

  public PopulationOptions withEclipses(List<EclipseAttack> attacks) {
    return new PopulationOptions(
        seed, nodes, addresses, silentShare, nat, sybils, attacks, planted, guests);
  }

  public PopulationOptions withPlanted(List<Planted> nodesToPlant) {
    return new PopulationOptions(
        seed, nodes, addresses, silentShare, nat, sybils, eclipses, nodesToPlant, guests);
  }

  public PopulationOptions withGuests(List<Guest> visitors) {
    return new PopulationOptions(
        seed, nodes, addresses, silentShare, nat, sybils, eclipses, planted, visitors);
  }
}
