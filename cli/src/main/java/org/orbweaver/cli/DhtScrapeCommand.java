package org.orbweaver.cli;

import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.ScrapeResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code orb dht scrape}: how large is a torrent's swarm? */
@Command(
    name = "scrape",
    description = "Estimate a torrent's seeds and peers, as the union over several nodes (BEP 33).",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb dht scrape 0123456789abcdef0123456789abcdef01234567"})
final class DhtScrapeCommand extends DhtQuestion {
  private record Report(String infohash, long seeds, long peers, int answers, Lookup lookup) {}

  @Parameters(
      paramLabel = "HASH",
      converter = Infohash.class,
      description = "The torrent's infohash or magnet link.")
  private Key infohash = Key.ZERO;

  @Override
  Record ask(RunningNode node) {
    ScrapeResult result =
        ask(node, (now, dht, outcome) -> dht.scrape(now, infohash, outcome::complete));
    return new Report(
        infohash.toString(),
        Math.round(result.seeds().estimate()),
        Math.round(result.peers().estimate()),
        result.answers(),
        Lookup.of(result.lookup()));
  }
}
