package org.orbweaver.census.snapshot;

import org.orbweaver.kademlia.Endpoint;

/** An address without its port, as text: {@code 192.0.2.1} or {@code 2001:db8::1}. */
public final class AddressText {
  private AddressText() {}

  public static String of(Endpoint endpoint) {
    String text = endpoint.toString();
    int end = text.lastIndexOf(':');
    return endpoint.isIpv4() ? text.substring(0, end) : text.substring(1, end - 1);
  }
}
