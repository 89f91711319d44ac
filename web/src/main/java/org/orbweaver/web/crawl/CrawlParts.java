package org.orbweaver.web.crawl;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.http.Names;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.web.frontier.Frontier;

/**
 * What a crawl is made of; whoever wires it also closes it.
 *
 * @param renderer runs the scripts of pages that have any; null to leave them alone
 */
public record CrawlParts(
    Frontier frontier,
    Fetcher fetcher,
    Names names,
    CaptureStore store,
    LinkPolicy policy,
    InstantSource clock,
    Pause pause,
    @Nullable Renderer renderer) {
  PageVisit visit() {
    return new PageVisit(fetcher, store);
  }

  HostRules rules(CrawlOptions options) {
    long pauseNanos = options.manners().delay().toNanos();
    return new HostRules(fetcher, names, pause, pauseNanos, options.agent().token());
  }

  /** Nanoseconds since the epoch. */
  LongSupplier nanos() {
    return () -> {
      var now = clock.instant();
      return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    };
  }
}
