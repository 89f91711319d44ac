package org.orbweaver.cli.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.orbweaver.app.StopSignal;
import org.orbweaver.shell.Output;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Dht;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.LoopbackWorld;
import org.orbweaver.udp.LoopStatistics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab world}: a synthetic DHT on loopback, for any crawler on this machine. */
@Command(
    name = "world",
    description = "Be a whole DHT on 127.0.0.0/8, so that any client can be pointed at it.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Every node answers at an address of its own. 127.0.x.y stays free for visitors.",
      "",
      "Examples:",
      "  orb lab world --nodes 1000000 --listen loopback",
      "  orb lab world --nodes 50000 --torrents 10000 --faults",
      "  orb dht find-node 0123456789abcdef0123456789abcdef01234567 --listen 127.0.0.9:0 \\",
      "      --bootstrap (an address it prints)"
    })
final class WorldCommand implements Callable<Integer> {
  /** Where a world can be. */
  enum Listen {
    LOOPBACK,
    NAMESPACE
  }

  /**
   * What came by.
   *
   * @param samples sample_infohashes that came
   * @param samplesTooSoon those that came within six hours after another of the same address
   */
  private record Report(LoopStatistics packets, long samples, long samplesTooSoon) {}

  private static final int SHOWN = 4;

  @Mixin private Output output;

  @Option(
      names = "--nodes",
      defaultValue = "100000",
      description = "How many nodes, live and dead.")
  private int nodes;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private long seed;

  @Option(
      names = "--torrents",
      defaultValue = "10000",
      description = "How many torrents its peers share.")
  private int torrents;

  @Option(names = "--port", defaultValue = "6881", description = "UDP and TCP port of all nodes.")
  private int port;

  @Option(
      names = "--listen",
      defaultValue = "loopback",
      description = {
        "On 127.0.0.0/8, or at public addresses in a network namespace where all are local",
        "(ip route add local default dev lo): ${COMPLETION-CANDIDATES}."
      })
  private Listen listen = Listen.LOOPBACK;

  @Option(names = "--faults", description = "With loss, delays, rate limits, liars and junk.")
  private boolean faults;

  @Option(
      names = "--report",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How often to tell how it goes.")
  private int reportSeconds;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  WorldCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    AddressSpace addresses =
        switch (listen) {
          case LOOPBACK -> AddressSpace.loopback(port);
          case NAMESPACE -> AddressSpace.namespace(port);
        };
    WorldOptions options =
        WorldOptions.of(nodes, seed)
            .withPopulation(population -> population.at(addresses))
            .withContent(ContentOptions.of(torrents))
            .withFaults(faults ? Faults.ALL : Faults.NONE);
    try (StopSignal stop = new StopSignal()) {
      Report last;
      try (LoopbackWorld world =
          LoopbackWorld.open(
              options, (sentence, cause) -> output.err().println("orb: " + sentence))) {
        introduce(world);
        while (!stop.await(reportSeconds)) {
          tell(world.statistics());
        }
        last = new Report(world.statistics(), world.samples(), world.samplesTooSoon());
      }
      output.print(last);
    }
    return 0;
  }

  private void introduce(LoopbackWorld world) {
    PrintWriter err = output.err();
    Dht dht = world.world().ipv4();
    err.printf(Locale.ROOT, "orb: %,d nodes are up; Ctrl-C ends the world%n", nodes);
    err.println("Bootstrap from any of:");
    IntStream.range(0, dht.population().size())
        .filter(node -> !dht.population().silent(node))
        .limit(SHOWN)
        .forEach(node -> err.println("  " + dht.population().endpoint(node)));
    err.println("Torrents, most popular first:");
    IntStream.range(0, Math.min(SHOWN, torrents))
        .mapToObj(torrent -> world.world().catalogue().infohash(torrent))
        .forEach(infohash -> err.println("  magnet:?xt=urn:btih:" + infohash));
    err.flush();
  }

  private void tell(LoopStatistics statistics) {
    output
        .err()
        .printf(
            Locale.ROOT,
            "%,d packets received, %,d sent%n",
            statistics.packetsReceived(),
            statistics.packetsSent());
  }
}
