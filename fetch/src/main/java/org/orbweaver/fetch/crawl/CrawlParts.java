package org.orbweaver.fetch.crawl;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.orbweaver.fetch.frontier.Frontier;
import org.orbweaver.fetch.http.Names;
import org.orbweaver.fetch.http.PageFetcher;

/** What a crawl is made of; whoever wires it also closes it. */
public record CrawlParts(
    Frontier frontier,
    PageFetcher fetcher,
    Names names,
    CaptureStore store,
    LinkPolicy policy,
    InstantSource clock) {
  PageVisit visit() {
    return new PageVisit(fetcher, store);
  }

  HostRules rules(String token) {
    return new HostRules(fetcher, names, token);
  }

  /** Nanoseconds since the epoch. */
  LongSupplier nanos() {
    return () -> {
      var now = clock.instant();
      return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    };
  }
}
