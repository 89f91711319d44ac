package org.orbweaver.web;

import java.util.List;
import org.orbweaver.fetch.http.Resolver;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.web.crawl.CrawlOptions;

/**
 * @param allowed private hosts and address blocks the operator lets the crawl reach
 * @param resolver from names to addresses
 * @param gzipLevel of the WARC files
 * @param rotateAt bytes of a WARC file
 * @param activeHosts in memory at a time
 * @param trustEveryone accept certificates nobody vouches for
 * @param http2 speak it with https servers that do
 * @param recordNotModified give each 304 a revisit record of its own
 */
public record WebCrawlOptions(
    CrawlOptions crawl,
    ScopeOptions scope,
    List<String> allowed,
    Resolver resolver,
    int gzipLevel,
    long rotateAt,
    int activeHosts,
    boolean trustEveryone,
    boolean http2,
    boolean recordNotModified) {
  public WebCrawlOptions {
    allowed = List.copyOf(allowed);
  }

  public static WebCrawlOptions usual(CrawlOptions crawl, ScopeOptions scope) {
    return new WebCrawlOptions(
        crawl, scope, List.of(), Resolver.SYSTEM, 6, 1L << 30, 20_000, false, false, false);
  }

  /** The same, with leave to reach these private hosts. */
  public WebCrawlOptions allowing(List<String> hosts) {
    return with(hosts, resolver);
  }

  /** The same, with names that lead elsewhere. */
  public WebCrawlOptions resolvingBy(Resolver other) {
    return with(allowed, other);
  }

  private WebCrawlOptions with(List<String> hosts, Resolver names) {
    return new WebCrawlOptions(
        crawl,
        scope,
        hosts,
        names,
        gzipLevel,
        rotateAt,
        activeHosts,
        trustEveryone,
        http2,
        recordNotModified);
  }
}
