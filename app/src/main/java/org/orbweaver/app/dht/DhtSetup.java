package org.orbweaver.app.dht;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.DataDirectory;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.NodeState;

/**
 * Where a node lives and how it gets into the DHT.
 *
 * @param ours whether the network is our own, with private addresses
 */
public record DhtSetup(
    MainlineSettings settings,
    List<Endpoint> homes,
    Bootstrap bootstrap,
    StateFile state,
    boolean ours) {
  public DhtSetup {
    homes = List.copyOf(homes);
  }

  /**
   * Where and how as a user named it.
   *
   * @param addresses local ones; the network is our own if all of them are of this machine
   * @param bootstrap nodes to begin with; none for the well-known routers
   * @param state where IDs and known nodes are kept; null for the usual place, if it is public
   */
  public static DhtSetup at(
      List<String> addresses, List<String> bootstrap, boolean ourNetwork, @Nullable Path state)
      throws IOException {
    List<Endpoint> homes = addresses.stream().map(Endpoint::parse).toList();
    boolean ours = ourNetwork || homes.stream().allMatch(DhtSetup::isLoopback);
    MainlineSettings settings = ours ? MainlineSettings.PRIVATE : MainlineSettings.PUBLIC;
    StateFile file = new StateFile(state == null && !ours ? defaultState() : state);
    Bootstrap hosts = ours || !bootstrap.isEmpty() ? named(bootstrap) : routers(homes, file.load());
    return new DhtSetup(settings, homes, hosts, file, ours);
  }

  private static Bootstrap named(List<String> bootstrap) throws IOException {
    List<Endpoint> nodes = BootstrapHosts.resolve(bootstrap);
    if (nodes.isEmpty() && !bootstrap.isEmpty()) {
      throw new IOException("no such host: " + String.join(", ", bootstrap));
    }
    return new Bootstrap(nodes, List.of());
  }

  private static Bootstrap routers(List<Endpoint> homes, NodeState saved) throws IOException {
    List<Endpoint> routers =
        BootstrapHosts.resolve(BootstrapHosts.ROUTERS).stream()
            .filter(router -> homes.stream().anyMatch(h -> Family.of(h) == Family.of(router)))
            .toList();
    if (routers.isEmpty() && saved.contacts().isEmpty()) {
      throw new IOException(
          "none of the well-known routers' names resolves; check the network, or name reachable"
              + " nodes with --bootstrap");
    }
    return new Bootstrap(List.of(), routers);
  }

  private static boolean isLoopback(Endpoint endpoint) {
    return endpoint.isIpv4()
        ? endpoint.ipv4() >>> 24 == 127
        : endpoint.high() == 0 && endpoint.low() == 1;
  }

  private static Path defaultState() {
    return DataDirectory.usual().resolve("dht.state");
  }
}
