package org.orbweaver.census.net;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.orbweaver.kademlia.Endpoint;

/** Which of the contacts that others tell of can be asked. */
final class ContactSieve {
  /** What to do with a contact. */
  enum Verdict {
    /** It may be asked. */
    ASKABLE,
    /** Nothing can be sent there, or nothing should be: a private address, or no port. */
    UNSENDABLE,
    /** It is ourselves, or of the other network. */
    NONE
  }

  private final Set<Endpoint> homes;
  private final boolean ipv4;
  private final boolean anyAddress;

  ContactSieve(List<Endpoint> homes, boolean anyAddress) {
    this.homes = new HashSet<>(homes);
    this.anyAddress = anyAddress;
    ipv4 = homes.getFirst().isIpv4();
  }

  /** Whether the network crawled is that of IPv4. */
  boolean isIpv4() {
    return ipv4;
  }

  Verdict judge(Endpoint endpoint) {
    if (endpoint.isIpv4() != ipv4) {
      return Verdict.NONE;
    }
    boolean sendable = anyAddress ? endpoint.port() != 0 : endpoint.isGlobal();
    if (!sendable) {
      return Verdict.UNSENDABLE;
    }
    return homes.contains(endpoint) ? Verdict.NONE : Verdict.ASKABLE;
  }
}
