package org.orbweaver.cli.dht;

import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.mainline.LookupResult;
import picocli.CommandLine.Command;

/** {@code orb dht find-node}: who is closest to a key? */
@Command(
    name = "find-node",
    description = "Look up the nodes closest to a key.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb dht find-node 0123456789abcdef0123456789abcdef01234567"})
final class DhtFindNodeCommand extends DhtKeyQuestion {
  @Override
  Record ask(RunningNode node) {
    LookupResult result =
        ask(node, (now, dht, outcome) -> dht.findNode(now, key(), outcome::complete));
    return Lookup.of(result);
  }
}
