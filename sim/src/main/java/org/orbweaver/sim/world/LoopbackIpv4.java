package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Endpoint;

/**
 * Hosts scattered over 127.0.0.0/8, for a world that answers on real sockets. 127.0.x.y stays free
 * for those who visit the world, and 127.255.255.255 is a broadcast address.
 */
final class LoopbackIpv4 implements AddressPlan {
  private static final int NETWORK = 127 << 24;
  private static final int VISITORS = 1 << 16;
  private static final int BROADCAST = (1 << 24) - 1;

  static final int HOSTS = BROADCAST - VISITORS;

  private final Permutation scatter;
  private final Ports ports;

  LoopbackIpv4(long seed, int firstPort) {
    scatter = new Permutation(24, Mix.seedFor(seed, "loopback IPv4"));
    ports = Ports.from(firstPort);
  }

  @Override
  public Endpoint endpoint(int host, int member) {
    return Endpoint.v4(
        NETWORK | scatter.applyWithin(LoopbackIpv4::isOurs, VISITORS + host),
        ports.port(host, member));
  }

  @Override
  public int host(Endpoint endpoint) {
    if (!endpoint.isIpv4() || endpoint.ipv4() >>> 24 != 127) {
      return NO_HOST;
    }
    int suffix = endpoint.ipv4() & BROADCAST;
    return isOurs(suffix) ? scatter.invertWithin(LoopbackIpv4::isOurs, suffix) - VISITORS : NO_HOST;
  }

  @Override
  public int member(int host, Endpoint endpoint) {
    return ports.member(host, endpoint.port());
  }

  /** Visitors live in the lower half of their range; nobody in the upper. */
  @Override
  public Endpoint anywhere(long hash) {
    return Endpoint.v4(NETWORK | VISITORS / 2 | (int) (hash & 0x7FFF), Ports.any(hash));
  }

  /** A really private address could be somebody's on the machine's own network. */
  @Override
  public Endpoint unreachable(int port) {
    return anywhere(0).withPort(port);
  }

  private static boolean isOurs(int suffix) {
    return suffix >= VISITORS && suffix != BROADCAST;
  }
}
