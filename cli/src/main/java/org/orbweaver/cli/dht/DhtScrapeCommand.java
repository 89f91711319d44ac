package org.orbweaver.cli.dht;

import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.mainline.ScrapeResult;
import picocli.CommandLine.Command;

/** {@code orb dht scrape}: how large is a torrent's swarm? */
@Command(
    name = "scrape",
    description = "Estimate a torrent's seeds and peers, as the union over several nodes (BEP 33).",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb dht scrape 0123456789abcdef0123456789abcdef01234567"})
final class DhtScrapeCommand extends DhtKeyQuestion {
  private record Report(String infohash, long seeds, long peers, int answers, Lookup lookup) {}

  @Override
  Record ask(RunningNode node) {
    ScrapeResult result =
        ask(node, (now, dht, outcome) -> dht.scrape(now, key(), outcome::complete));
    return new Report(
        key().toString(),
        Math.round(result.seeds().estimate()),
        Math.round(result.peers().estimate()),
        result.answers(),
        Lookup.of(result.lookup()));
  }
}
