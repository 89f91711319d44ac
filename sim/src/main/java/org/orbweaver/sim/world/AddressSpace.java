package org.orbweaver.sim.world;

/**
 * Where a population's nodes are reached.
 *
 * @param firstPort on loopback, the port of every host's first node
 */
public record AddressSpace(Kind kind, int firstPort) {
  public static final AddressSpace PUBLIC_IPV4 = new AddressSpace(Kind.PUBLIC_IPV4, 0);
  public static final AddressSpace PUBLIC_IPV6 = new AddressSpace(Kind.PUBLIC_IPV6, 0);

  public enum Kind {
    PUBLIC_IPV4,
    PUBLIC_IPV6,
    LOOPBACK
  }

  public static AddressSpace loopback(int firstPort) {
    return new AddressSpace(Kind.LOOPBACK, firstPort);
  }

  /**
   * The addresses that decide IDs and countries. On loopback too they are public ones: the same
   * seed gives the same IDs in both drivers, and BEP 42 exempts local addresses anyway.
   */
  AddressPlan identities(long seed) {
    return kind == Kind.PUBLIC_IPV6 ? new PublicIpv6(seed) : new PublicIpv4(seed);
  }

  AddressPlan plan(long seed) {
    return kind == Kind.LOOPBACK ? new LoopbackIpv4(seed, firstPort) : identities(seed);
  }

  int hosts() {
    return kind == Kind.LOOPBACK ? LoopbackIpv4.HOSTS : PublicIpv4.HOSTS;
  }
}
