package org.orbweaver.census.suspects;

import org.orbweaver.kademlia.Endpoint;

/** Addresses for people to read. */
final class AddressText {
  private AddressText() {}

  static String address(Endpoint endpoint) {
    return endpoint.addressText();
  }

  static String network(Endpoint endpoint) {
    return endpoint.isIpv4()
        ? address(Endpoint.v4(endpoint.ipv4() & ~0xFF, 0)) + "/24"
        : address(Endpoint.v6(endpoint.high(), 0, 0)) + "/64";
  }
}
