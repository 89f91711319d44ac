package org.orbweaver.udp;

import org.orbweaver.kademlia.Endpoint;

/** Where a loop receives, and from where it sends. */
public sealed interface Home {
  /** One address of this machine; port 0 lets the system choose. */
  record Address(Endpoint endpoint) implements Home {}

  /**
   * Every IPv4 address of a network at once, through one wildcard socket: the lab's world is
   * millions of nodes on 127.0.0.0/8. A datagram to an address outside the network is dropped and
   * counted as a stranger's. Linux only.
   *
   * @param network the network's first address
   * @param port 0 lets the system choose
   */
  record Ipv4Network(int network, int prefixLength, int port) implements Home {
    public Ipv4Network {
      if (prefixLength < 0 || prefixLength > 32) {
        throw new IllegalArgumentException("a prefix length is 0 to 32, not " + prefixLength);
      }
      if ((network & ~mask(prefixLength)) != 0) {
        throw new IllegalArgumentException(
            Endpoint.v4(network, port) + " is not the first address of a /" + prefixLength);
      }
    }

    private static int mask(int prefixLength) {
      return (int) (-1L << (32 - prefixLength));
    }

    boolean contains(int address) {
      return (address & mask(prefixLength)) == network;
    }
  }

  static Home at(Endpoint endpoint) {
    return new Address(endpoint);
  }

  /** All of 127.0.0.0/8 on one port. */
  static Home loopback(int port) {
    return new Ipv4Network(0x7F000000, 8, port);
  }

  /** Every IPv4 address on one port, where a route makes all of them local. */
  static Home everywhere(int port) {
    return new Ipv4Network(0, 0, port);
  }
}
