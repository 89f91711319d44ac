package org.orbweaver.cli.dht;

import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.kademlia.NetworkSizeEstimate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code orb dht size}: how many nodes are there? */
@Command(
    name = "size",
    description = "Estimate how many nodes the DHT has, from lookups of random keys.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb dht size --lookups 64"})
final class DhtSizeCommand extends DhtQuestion {
  private record Report(long nodes, double relativeError, int lookups) {}

  @Option(
      names = "--lookups",
      defaultValue = "32",
      description = "More lookups, smaller error (${DEFAULT-VALUE}).")
  private int lookups;

  @Override
  Record ask(RunningNode node) {
    NetworkSizeEstimate estimate =
        ask(node, (now, dht, outcome) -> dht.estimateSize(now, lookups, outcome::complete));
    return new Report(Math.round(estimate.nodes()), estimate.relativeError(), estimate.lookups());
  }
}
