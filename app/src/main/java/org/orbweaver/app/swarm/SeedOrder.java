package org.orbweaver.app.swarm;

import java.util.List;
import java.util.Map;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.overlay.crawl.CrawlPlan;

/**
 * What somebody wants crawled, as a line on the control socket: {@code seed HOST 5 0 URI URI …},
 * that is reach, depth, seconds after which it is to end (0 for never), and the seeds.
 */
public record SeedOrder(Reach reach, int depth, long seconds, List<String> seeds) {
  static final String VERB = "seed ";

  public SeedOrder {
    seeds = List.copyOf(seeds);
  }

  public String line() {
    return VERB + reach + ' ' + depth + ' ' + seconds + ' ' + String.join(" ", seeds);
  }

  static SeedOrder parse(String line) {
    List<String> words = List.of(line.substring(VERB.length()).split(" "));
    return new SeedOrder(
        Reach.valueOf(words.get(0)),
        Integer.parseInt(words.get(1)),
        Long.parseLong(words.get(2)),
        words.subList(3, words.size()));
  }

  public CrawlPlan plan(long now) {
    long until = seconds == 0 ? CrawlPlan.FOR_EVER : now + seconds;
    return new CrawlPlan(now, depth, until, seeds, Map.of("reach", reach.name()));
  }
}
