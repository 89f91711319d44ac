package org.orbweaver.sim.world;

/**
 * Where a population's nodes are reached.
 *
 * @param firstPort on real sockets, the port of every host's first node
 */
public record AddressSpace(Kind kind, int firstPort) {
  public static final AddressSpace PUBLIC_IPV4 = new AddressSpace(Kind.PUBLIC_IPV4, 0);
  public static final AddressSpace PUBLIC_IPV6 = new AddressSpace(Kind.PUBLIC_IPV6, 0);

  public enum Kind {
    PUBLIC_IPV4,
    PUBLIC_IPV6,
    LOOPBACK,
    /** Public IPv4 addresses on real sockets. */
    NAMESPACE
  }

  public static AddressSpace loopback(int firstPort) {
    return new AddressSpace(Kind.LOOPBACK, firstPort);
  }

  /** In a network namespace of one's own, in which every IPv4 address is local. */
  public static AddressSpace namespace(int firstPort) {
    return new AddressSpace(Kind.NAMESPACE, firstPort);
  }

  /** Whether a world there can answer through sockets, one for each port. */
  public boolean isOnSockets() {
    return kind == Kind.LOOPBACK || kind == Kind.NAMESPACE;
  }

  /**
   * The addresses that decide IDs and countries. On loopback too they are public ones: the same
   * seed gives the same IDs in both drivers, and BEP 42 exempts local addresses anyway.
   */
  AddressPlan identities(long seed) {
    return kind == Kind.PUBLIC_IPV6 ? new PublicIpv6(seed) : new PublicIpv4(seed);
  }

  AddressPlan plan(long seed) {
    return switch (kind) {
      case LOOPBACK -> new LoopbackIpv4(seed, firstPort);
      case NAMESPACE -> new PublicIpv4(seed, Ports.from(firstPort));
      case PUBLIC_IPV4, PUBLIC_IPV6 -> identities(seed);
    };
  }

  int hosts() {
    return kind == Kind.LOOPBACK ? LoopbackIpv4.HOSTS : PublicIpv4.HOSTS;
  }
}
