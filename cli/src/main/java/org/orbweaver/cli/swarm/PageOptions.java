package org.orbweaver.cli.swarm;

import java.time.Duration;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.orbweaver.cli.crawl.Durations;
import org.orbweaver.fetch.crawl.CrawlOptions;
import org.orbweaver.fetch.frontier.Manners;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.overlay.web.WebCrawlOptions;
import picocli.CommandLine.Option;

/** How a peer fetches pages. */
final class PageOptions {
  @Option(
      names = "--scope",
      defaultValue = "host",
      description = "How far links are followed from a page: ${COMPLETION-CANDIDATES}.")
  private Reach scope;

  @Option(names = "--depth", defaultValue = "1000000", description = "Most clicks from a seed.")
  private int depth;

  @Option(
      names = "--delay",
      defaultValue = "1s",
      converter = Durations.class,
      description = "Pause between requests to a host, of the whole swarm.")
  private Duration delay;

  @Option(
      names = "--ip-delay",
      defaultValue = "500ms",
      converter = Durations.class,
      description = "Pause between requests to an IP address, of the whole swarm.")
  private Duration addressDelay;

  @Option(
      names = "--allow",
      split = ",",
      paramLabel = "HOST|BLOCK",
      description = "Private hosts or address blocks that may be reached.")
  private List<String> allow = List.of();

  @Option(
      names = "--contact",
      defaultValue = "https://orbweaver.example/crawler",
      description = "Where site owners can complain; sent with each request.")
  private String contact;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  PageOptions() {}

  WebCrawlOptions options() {
    Manners manners =
        (delay.isZero() ? Manners.none() : Manners.usual()).withDelay(delay, addressDelay);
    CrawlOptions crawl =
        CrawlOptions.usual(new UserAgent("orbweaver", "0.1", contact)).withManners(manners);
    ScopeOptions reach =
        new ScopeOptions(
            scope,
            depth,
            List.of(),
            List.of(),
            Set.of(),
            Traps.usual().around(Year.now(ZoneOffset.UTC).getValue()));
    return WebCrawlOptions.usual(crawl, reach).allowing(allow);
  }
}
