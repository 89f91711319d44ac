package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Endpoint;

/** Hosts scattered over all of the public IPv4 space. */
final class PublicIpv4 implements AddressPlan {
  /**
   * Host 0 stands for 16.0.0.0 before the shuffle: from there on 2^27 addresses in a row are
   * public, so every host number starts inside the set that the shuffle keeps to.
   */
  private static final int FIRST = 16 << 24;

  static final int HOSTS = 1 << 27;

  private final Permutation scatter;
  private final Ports ports;

  PublicIpv4(long seed) {
    this(seed, Ports.scattered(seed));
  }

  PublicIpv4(long seed, Ports ports) {
    scatter = new Permutation(32, Mix.seedFor(seed, "public IPv4"));
    this.ports = ports;
  }

  int address(int host) {
    return scatter.applyWithin(PublicBlocks::contain, FIRST + host);
  }

  @Override
  public Endpoint endpoint(int host, int member) {
    return Endpoint.v4(address(host), ports.port(host, member));
  }

  @Override
  public int host(Endpoint endpoint) {
    if (!endpoint.isIpv4() || !PublicBlocks.contain(endpoint.ipv4())) {
      return NO_HOST;
    }
    int host = scatter.invertWithin(PublicBlocks::contain, endpoint.ipv4()) - FIRST;
    return host >= 0 && host < HOSTS ? host : NO_HOST;
  }

  @Override
  public int member(int host, Endpoint endpoint) {
    return ports.member(host, endpoint.port());
  }

  @Override
  public Endpoint anywhere(long hash) {
    int address = (int) hash;
    while (!PublicBlocks.contain(address)) {
      address = scatter.apply(address);
    }
    return Endpoint.v4(address, Ports.any(hash));
  }

  @Override
  public Endpoint unreachable(int port) {
    return Endpoint.v4(0xC0A8_0101, port); // 192.168.1.1: 3,289 nodes in Splider's snapshot
  }
}
