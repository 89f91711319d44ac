package org.orbweaver.indexer.peer;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * The way our connections take. Whoever binds to one address (a VPN's) or goes through a proxy
 * wants nothing to leave by another door: a peer of a family for which no way is given is not
 * dialled at all.
 *
 * @param anyAddress whether private and loopback peers are dialled too; otherwise a stranger in the
 *     DHT could make us knock at doors of our own network
 * @param bound whether connections leave only from the local addresses given
 * @param localIpv4 where IPv4 connections leave from; null for none if bound, else for any
 * @param localIpv6 where IPv6 connections leave from, likewise
 * @param proxy a SOCKS 5 proxy that makes the connections; null for none
 */
public record OutgoingRoute(
    boolean anyAddress,
    boolean bound,
    @Nullable InetAddress localIpv4,
    @Nullable InetAddress localIpv6,
    @Nullable SocksProxy proxy) {
  /** To the public Internet, as the system sees fit. */
  public static final OutgoingRoute DIRECT = new OutgoingRoute(false, false, null, null, null);

  public OutgoingRoute allowingAnyAddress() {
    return new OutgoingRoute(true, bound, localIpv4, localIpv6, proxy);
  }

  /** Only from these, such as the addresses of one network interface. */
  public OutgoingRoute from(Collection<InetAddress> local) {
    return new OutgoingRoute(
        anyAddress,
        true,
        local.stream().filter(Inet4Address.class::isInstance).findFirst().orElse(null),
        // A link-local address reaches nobody beyond the cable.
        local.stream()
            .filter(a -> a instanceof Inet6Address && !a.isLinkLocalAddress())
            .findFirst()
            .orElse(null),
        proxy);
  }

  public OutgoingRoute through(SocksProxy newProxy) {
    return new OutgoingRoute(anyAddress, bound, localIpv4, localIpv6, newProxy);
  }

  boolean leadsTo(Endpoint peer) {
    boolean welcome = anyAddress ? peer.port() != 0 : peer.isGlobal();
    // Through a proxy it is the proxy's address that our own must match.
    return welcome && (!bound || proxy != null || local(peer.isIpv4()) != null);
  }

  @Nullable InetAddress local(boolean ipv4) {
    return ipv4 ? localIpv4 : localIpv6;
  }

  /** Where a connection to this host leaves from; null if the system chooses. */
  @Nullable InetSocketAddress source(InetAddress host) {
    InetAddress local = local(host instanceof Inet4Address);
    return local == null ? null : new InetSocketAddress(local, 0);
  }
}
