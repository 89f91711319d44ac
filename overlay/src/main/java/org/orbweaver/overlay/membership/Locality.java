package org.orbweaver.overlay.membership;

import org.orbweaver.kademlia.Endpoint;

/**
 * How near two peers are to each other on the Internet: at one <em>site</em> (an IPv4 address, or
 * an IPv6 /64, which one customer has to itself), or in one <em>network</em> (a /24, or a /48).
 * Ports are no distance at all: they cost nothing.
 *
 * <p>Machines of one network fail together, and may well have one owner; so the copies of an entry
 * go to different networks wherever the swarm has them. In a LAN and on the loopback interface all
 * are in one network, which would say nothing; what counts there is for the swarm to decide, and
 * all its peers must agree, because they would place everything differently otherwise.
 */
public enum Locality {
  /** At private addresses each machine is a network of its own. */
  PRIVATE_MACHINES,
  /** At private addresses, too, it is the /24, or the /64. */
  PRIVATE_SUBNETS;

  private static final long IPV6_BIT = 1L << 63;

  /** Equal for peers at one address. */
  static long site(Endpoint address) {
    return address.isIpv4() ? address.low() : address.high();
  }

  /** Equal for peers in one network. */
  public long network(Endpoint address) {
    if (!address.isGlobal() && this == PRIVATE_MACHINES) {
      return address.isIpv4()
          ? address.low()
          : (address.high() * 31 + address.low()) * 31 | IPV6_BIT;
    }
    if (address.isIpv4()) {
      return address.low() >>> 8;
    }
    return (address.isGlobal() ? address.high() >>> 16 : address.high()) | IPV6_BIT;
  }
}
