package org.orbweaver.sim.world;

import java.util.Optional;

/** The immutable and large part of a world: who lives there and what there is to share. */
public final class WorldGround {
  private final WorldOptions options;
  private final Catalogue catalogue;
  private final Population ipv4;
  private final Optional<Population> ipv6;

  public WorldGround(WorldOptions options) {
    this.options = options;
    long seed = options.population().seed();
    ipv4 = new Population(options.population());
    ipv6 =
        options.ipv6Nodes() == 0
            ? Optional.empty()
            : Optional.of(
                new Population(
                    PopulationOptions.honest(options.ipv6Nodes(), Mix.seedFor(seed, "IPv6"))
                        .at(AddressSpace.PUBLIC_IPV6)));
    ContentOptions content = options.content();
    catalogue = new Catalogue(seed, content.torrents(), content.exponent(), content.turnover());
  }

  /** Who has which torrent in the IPv4 network. */
  public Swarms swarms() {
    return new Swarms(ipv4, catalogue, options.content());
  }

  public WorldOptions options() {
    return options;
  }

  public Catalogue catalogue() {
    return catalogue;
  }

  public Population ipv4() {
    return ipv4;
  }

  public Optional<Population> ipv6() {
    return ipv6;
  }
}
