package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Endpoint;

/**
 * Hosts of the world's IPv6 network, each in a /64 of its own below 2a00::/16.
 *
 * <pre>
 *   | 2a00 | scattered host number: 32 bits | 0000 | interface: hash of the host, 64 bits |
 * </pre>
 */
final class PublicIpv6 implements AddressPlan {
  private static final long NETWORK = 0x2A00L;

  private final Permutation scatter;
  private final long interfaceSeed;
  private final Ports ports;

  PublicIpv6(long seed) {
    scatter = new Permutation(32, Mix.seedFor(seed, "public IPv6"));
    interfaceSeed = Mix.seedFor(seed, "IPv6 interfaces");
    ports = Ports.scattered(seed);
  }

  @Override
  public Endpoint endpoint(int host, int member) {
    long high = NETWORK << 48 | (scatter.apply(host) & 0xFFFF_FFFFL) << 16;
    return Endpoint.v6(high, Mix.hash(interfaceSeed, host), ports.port(host, member));
  }

  @Override
  public int host(Endpoint endpoint) {
    if (endpoint.high() >>> 48 != NETWORK || (endpoint.high() & 0xFFFF) != 0) {
      return NO_HOST;
    }
    int host = scatter.invert((int) (endpoint.high() >>> 16));
    return host >= 0 && Mix.hash(interfaceSeed, host) == endpoint.low() ? host : NO_HOST;
  }

  @Override
  public int member(int host, Endpoint endpoint) {
    return ports.member(host, endpoint.port());
  }

  @Override
  public Endpoint anywhere(long hash) {
    return Endpoint.v6(NETWORK << 48 | hash >>> 32 << 16, Mix.mix(hash), Ports.any(hash));
  }

  @Override
  public Endpoint unreachable(int port) {
    return Endpoint.v6(0xFE80L << 48, 1, port); // link-local
  }
}
