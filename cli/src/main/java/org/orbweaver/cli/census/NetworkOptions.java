package org.orbweaver.cli.census;

import java.io.IOException;
import java.util.List;
import org.orbweaver.app.dht.BootstrapHosts;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.shell.WrongUse;
import picocli.CommandLine.Option;

/** Where a command asks from, whom first, and how fast. */
final class NetworkOptions {
  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      split = ",",
      description = "Nodes to begin with; the well-known routers by default.")
  private List<String> bootstrap = List.of();

  @Option(
      names = "--listen",
      paramLabel = "IP:PORT",
      split = ",",
      description = "Local addresses to ask from; any by default.")
  private List<String> listen = List.of();

  @Option(names = "--ipv6", description = "Crawl the IPv6 network instead of the IPv4 one.")
  private boolean ipv6;

  @Option(
      names = "--rate",
      paramLabel = "PACKETS",
      defaultValue = "10000",
      description = "Packets a second, all in all (${DEFAULT-VALUE}: about 10 Mbit/s out, 20 in).")
  private int rate;

  @Option(
      names = "--rate-each",
      paramLabel = "PACKETS",
      defaultValue = "2",
      description = "Packets a second to any one address, below 5 (${DEFAULT-VALUE}).")
  private double rateEach;

  @Option(
      names = "--window",
      paramLabel = "QUESTIONS",
      defaultValue = "2048",
      description = "Questions that may be on their way at a time (${DEFAULT-VALUE}).")
  private int window;

  @Option(
      names = "--private",
      description = "The network is our own: private and loopback addresses may be asked.")
  private boolean privateNetwork;

  boolean ipv6() {
    return ipv6;
  }

  List<Endpoint> homes() {
    if (listen.isEmpty()) {
      return List.of(Endpoint.parse(ipv6 ? "[::]:0" : "0.0.0.0:0"));
    }
    List<Endpoint> homes = listen.stream().map(Endpoint::parse).toList();
    if (homes.stream().anyMatch(home -> home.isIpv4() == ipv6)) {
      throw new WrongUse(
          ipv6
              ? "--listen names an IPv4 address, but --ipv6 is given"
              : "--listen names an IPv6 address: say --ipv6 for the IPv6 network");
    }
    return homes;
  }

  CensusSettings settings() {
    return CensusSettings.PUBLIC
        .withWindow(window)
        .withRate(rate)
        .withRateEach(rateEach)
        .inNetworkOfOurOwn(
            privateNetwork
                || !listen.isEmpty() && homes().stream().allMatch(NetworkOptions::isLoopback));
  }

  /** Those of the right network whose names resolve. */
  List<Endpoint> bootstrapNodes() throws IOException {
    List<String> names = bootstrap.isEmpty() ? BootstrapHosts.ROUTERS : bootstrap;
    List<Endpoint> nodes =
        BootstrapHosts.resolve(names).stream().filter(node -> node.isIpv4() != ipv6).toList();
    if (nodes.isEmpty()) {
      throw new IOException(
          "no bootstrap node has %s address (%s): check the network, or name reachable nodes with --bootstrap"
              .formatted(ipv6 ? "an IPv6" : "an IPv4", String.join(", ", names)));
    }
    return nodes;
  }

  private static boolean isLoopback(Endpoint endpoint) {
    return endpoint.isIpv4()
        ? endpoint.ipv4() >>> 24 == 127
        : endpoint.high() == 0 && endpoint.low() == 1;
  }
}
