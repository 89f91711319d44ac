package org.orbweaver.web;

import java.util.List;
import org.orbweaver.fetch.http.Resolver;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.web.crawl.CrawlOptions;

/**
 * A crawl on one machine, as its operator wants it.
 *
 * @param activeHosts in memory at a time
 */
public record WebCrawlOptions(
    CrawlOptions crawl, ScopeOptions scope, HttpAccess access, WarcOptions warc, int activeHosts) {
  public static WebCrawlOptions usual(CrawlOptions crawl, ScopeOptions scope) {
    return new WebCrawlOptions(
        crawl, scope, HttpAccess.USUAL, WarcOptions.USUAL.withSync(crawl.sync()), 20_000);
  }

  public WebCrawlOptions withCrawl(CrawlOptions other) {
    return new WebCrawlOptions(other, scope, access, warc, activeHosts);
  }

  public WebCrawlOptions withScope(ScopeOptions other) {
    return new WebCrawlOptions(crawl, other, access, warc, activeHosts);
  }

  public WebCrawlOptions withAccess(HttpAccess other) {
    return new WebCrawlOptions(crawl, scope, other, warc, activeHosts);
  }

  public WebCrawlOptions withWarc(WarcOptions other) {
    return new WebCrawlOptions(crawl, scope, access, other, activeHosts);
  }

  /** The same, with leave to reach these private hosts. */
  public WebCrawlOptions allowing(List<String> hosts) {
    return withAccess(access.allowing(hosts));
  }

  /** The same, with names that lead elsewhere. */
  public WebCrawlOptions resolvingBy(Resolver other) {
    return withAccess(access.resolvingBy(other));
  }
}
