package org.orbweaver.cli;

import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.LookupResult;
import org.orbweaver.mainline.PeersListener;
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
    Gathering found = new Gathering(new TreeSet<>(), new CompletableFuture<>());
    LookupResult result =
        ask(
            node,
            (now, dht, outcome) -> {
              found.finished().thenAccept(outcome::complete);
              return dht.getPeers(now, key(), found);
            });
    return new Report(
        key().toString(),
        found.peers().stream().map(Endpoint::toString).toList(),
        Lookup.of(result));
  }

  private record Gathering(TreeSet<Endpoint> peers, CompletableFuture<LookupResult> finished)
      implements PeersListener {
    @Override
    public void onPeer(Contact from, Endpoint peer) {
      peers.add(peer);
    }

    @Override
    public void onFinish(LookupResult result) {
      finished.complete(result);
    }
  }
}
