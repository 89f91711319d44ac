package org.orbweaver.mainline;

import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;

/** Which nodes we talk to and which we ignore, for all homes together. */
final class Acquaintances {
  private final boolean anyAddress;
  private final SuspectNodes suspects;
  private final UnreachableNodes unreachable;

  /**
   * @param remembered how many addresses that failed we remember; far fewer lie
   */
  Acquaintances(boolean anyAddress, int remembered, RandomGenerator random) {
    this.anyAddress = anyAddress;
    this.suspects = new SuspectNodes(remembered / 4, random);
    this.unreachable = new UnreachableNodes(remembered, random);
  }

  SuspectNodes suspects() {
    return suspects;
  }

  UnreachableNodes unreachable() {
    return unreachable;
  }

  /** Whether a node somebody tells of is worth a query. */
  boolean isWorthAsking(long now, Network network, Contact contact) {
    return isWelcome(now, contact.endpoint())
        && !network.table().isLocalId(contact.id())
        && !unreachable.contains(now, contact.endpoint());
  }

  /** Whether we deal with that address at all. */
  boolean isWelcome(long now, Endpoint endpoint) {
    return (anyAddress ? endpoint.port() != 0 : endpoint.isGlobal())
        && !suspects.isBanned(now, endpoint);
  }
}
