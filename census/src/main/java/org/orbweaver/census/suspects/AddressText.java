package org.orbweaver.census.suspects;

import org.orbweaver.kademlia.Endpoint;

/** Addresses for people to read. */
final class AddressText {
  private AddressText() {}

  static String address(Endpoint endpoint) {
    String text = endpoint.toString();
    String address = text.substring(0, text.lastIndexOf(':'));
    return address.startsWith("[") ? address.substring(1, address.length() - 1) : address;
  }

  static String network(Endpoint endpoint) {
    return endpoint.isIpv4()
        ? address(Endpoint.v4(endpoint.ipv4() & ~0xFF, 0)) + "/24"
        : address(Endpoint.v6(endpoint.high(), 0, 0)) + "/64";
  }
}
