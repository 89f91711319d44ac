package org.orbweaver.mainline;

import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;

/**
 * How many entries of a store each site has announced, so that no single one fills it. A site is an
 * IPv4 address or an IPv6 /64, which is one customer's whole line.
 *
 * <p>The counts are kept in a bounded table: when it overflows some site's count starts again at
 * zero, and the store's own bound still holds.
 */
final class SiteQuota {
  private final EndpointTable sites;
  private final int entriesPerSite;
  private final long lifetime;

  SiteQuota(int sites, int entriesPerSite, long lifetime, RandomGenerator random) {
    this.sites = new EndpointTable(sites, random);
    this.entriesPerSite = entriesPerSite;
    this.lifetime = lifetime;
  }

  /** Counts one more entry of the endpoint's site; false, and uncounted, if it has its share. */
  boolean take(long now, Endpoint announcer) {
    Endpoint site = site(announcer);
    int found = sites.find(now, site);
    if (found != EndpointTable.ABSENT && sites.count(found) >= entriesPerSite) {
      return false;
    }
    int slot = sites.claim(now, site, now + lifetime);
    sites.count(slot, sites.count(slot) + 1);
    return true;
  }

  /** An entry of the endpoint's site is gone. */
  void giveBack(long now, Endpoint announcer) {
    int slot = sites.find(now, site(announcer));
    if (slot != EndpointTable.ABSENT && sites.count(slot) > 0) {
      sites.count(slot, sites.count(slot) - 1);
    }
  }

  private static Endpoint site(Endpoint endpoint) {
    return endpoint.isIpv4() ? endpoint.withPort(0) : Endpoint.v6(endpoint.high(), 0, 0);
  }
}
