package org.orbweaver.cli.dht;

import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.mainline.WriteResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code orb dht announce}: say that a torrent can be had here. */
@Command(
    name = "announce",
    description = "Tell the DHT that a torrent can be had at this address.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  orb dht announce 0123456789abcdef0123456789abcdef01234567 --port 51413"
    })
final class DhtAnnounceCommand extends DhtKeyQuestion {
  private record Report(String infohash, int stored, int refused, Lookup lookup) {}

  @Option(
      names = "--port",
      required = true,
      description = "Where the BitTorrent client listens; 0: at the port of our DHT node.")
  private int port;

  @Option(names = "--seed", description = "The client has the whole torrent (BEP 33).")
  private boolean seed;

  @Override
  Record ask(RunningNode node) {
    WriteResult result =
        ask(node, (now, dht, outcome) -> dht.announce(now, key(), port, seed, outcome::complete));
    return new Report(
        key().toString(), result.stored(), result.refused(), Lookup.of(result.lookup()));
  }
}
