package org.orbweaver.web.crawl;

import org.orbweaver.web.frontier.Frontier;

/**
 * What a round may still fetch. Its hosts' records say what was fetched before, in earlier runs,
 * too: a crawl that is killed and goes on has no second budget.
 */
final class RoundBudget {
  private final CrawlOptions options;
  private final CrawlCounters counters;
  private final long pagesBefore;
  private final long bytesBefore;

  private RoundBudget(
      CrawlOptions options, CrawlCounters counters, long pagesBefore, long bytesBefore) {
    this.options = options;
    this.counters = counters;
    this.pagesBefore = pagesBefore;
    this.bytesBefore = bytesBefore;
  }

  /** At the start of a run; what is counted already is in the hosts' records, too. */
  static RoundBudget of(CrawlOptions options, Frontier frontier, CrawlCounters counters) {
    long[] sums = {-counters.fetched(), -counters.bytes()};
    if (options.pages() < Long.MAX_VALUE || options.bytes() < Long.MAX_VALUE) {
      frontier.forEachHost(
          host -> {
            sums[0] += host.fetched();
            sums[1] += host.bytes();
          });
    }
    return new RoundBudget(options, counters, sums[0], sums[1]);
  }

  /** How many pages may be asked for at a time. */
  long room() {
    if (left(options.bytes(), bytesBefore + counters.bytes()) <= 0) {
      return 0;
    }
    return left(options.pages(), pagesBefore + counters.fetched());
  }

  private static long left(long limit, long spent) {
    return limit == Long.MAX_VALUE ? limit : limit - spent;
  }
}
