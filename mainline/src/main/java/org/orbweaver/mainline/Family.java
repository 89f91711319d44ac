package org.orbweaver.mainline;

import org.orbweaver.kademlia.Endpoint;

/** The two address families, and so the two DHTs: they share no data (BEP 32). */
public enum Family {
  IPV4,
  IPV6;

  public static Family of(Endpoint endpoint) {
    return endpoint.isIpv4() ? IPV4 : IPV6;
  }
}
