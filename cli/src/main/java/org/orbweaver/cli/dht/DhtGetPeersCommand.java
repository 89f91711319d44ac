package org.orbweaver.cli.dht;

import java.util.List;
import java.util.TreeSet;
import org.orbweaver.app.dht.GatheredPeers;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.LookupResult;
import picocli.CommandLine.Command;

/** {@code orb dht get-peers}: who has a torrent? */
@Command(
    name = "get-peers",
    description = "Look up the peers of a torrent.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb dht get-peers 0123456789abcdef0123456789abcdef01234567"})
final class DhtGetPeersCommand extends DhtKeyQuestion {
  private record Report(String infohash, List<String> peers, Lookup lookup) {}

  @Override
  Record ask(RunningNode node) {
    TreeSet<Endpoint> peers = new TreeSet<>();
    LookupResult result =
        this.<LookupResult>ask(
            node,
            (now, dht, outcome) -> dht.getPeers(now, key(), new GatheredPeers(peers, outcome)));
    return new Report(
        key().toString(), peers.stream().map(Endpoint::toString).toList(), Lookup.of(result));
  }
}
