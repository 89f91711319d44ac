package org.orbweaver.app.dht;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;

/** Nodes to join the DHT through, as people name them. */
public final class BootstrapHosts {
  /** Servers that exist for newcomers: BitTorrent's, µTorrent's, Transmission's, libtorrent's. */
  public static final List<String> ROUTERS =
      List.of(
          "router.bittorrent.com:6881",
          "router.utorrent.com:6881",
          "dht.transmissionbt.com:6881",
          "dht.libtorrent.org:25401");

  private BootstrapHosts() {}

  /** Numeric addresses as they are, names through the resolver; names it does not know drop out. */
  public static List<Endpoint> resolve(List<String> hosts) {
    List<Endpoint> endpoints = new ArrayList<>();
    for (String host : hosts) {
      int colon = host.lastIndexOf(':');
      String name = host.substring(0, Math.max(colon, 0));
      if (name.startsWith("[") || !name.matches(".*[a-zA-Z].*")) {
        endpoints.add(Endpoint.parse(host));
      } else {
        endpoints.addAll(resolve(name, port(host, colon)));
      }
    }
    return endpoints;
  }

  private static int port(String host, int colon) {
    try {
      return Integer.parseInt(host.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "not a host with a port, such as " + ROUTERS.getFirst() + ": " + host, e);
    }
  }

  private static List<Endpoint> resolve(String name, int port) {
    List<Endpoint> endpoints = new ArrayList<>();
    try {
      for (InetAddress address : InetAddress.getAllByName(name)) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        endpoints.add(
            bytes.remaining() == 4
                ? Endpoint.v4(bytes.getInt(), port)
                : Endpoint.v6(bytes.getLong(), bytes.getLong(), port));
      }
    } catch (UnknownHostException e) {
      return List.of(); // it is one of several; that none was known is the caller's to tell
    }
    return endpoints;
  }
}
