package org.orbweaver.lab.web;

import java.util.List;
import java.util.Map;

/**
 * What came of crawling the synthetic web.
 *
 * @param expected addresses a perfect crawl visits
 * @param captured of those, visited exactly once
 * @param missed of those, never visited
 * @param repeated addresses visited more than once
 * @param outOfScope addresses visited that should not have been
 * @param forbidden addresses visited that robots.txt forbids
 * @param tooSoon requests before the host's pause was over
 * @param atOnce requests while another to the same IP address was being answered
 * @param rows in the capture index
 * @param heapBeforeMb after a collection, when a tenth was done
 * @param heapAfterMb after a collection, at the end
 * @param rounds later days
 * @param problems why addresses were not fetched, and how many
 * @param sampleMissed a few missed addresses, for whoever must find out why
 */
public record WebCrawlReport(
    int hosts,
    int pages,
    long seed,
    long expected,
    long captured,
    long missed,
    long repeated,
    long outOfScope,
    long forbidden,
    long tooSoon,
    long atOnce,
    long rows,
    long requests,
    double seconds,
    double requestsPerSecond,
    long heapBeforeMb,
    long heapAfterMb,
    List<Round> rounds,
    List<String> sampleMissed,
    Map<String, Long> problems) {
  /**
   * A day later.
   *
   * @param changedPages pages and images that are new or differ from the day before
   * @param fetchedBodies responses with a body of a page or image
   * @param notModified conditional requests answered with 304
   * @param trulyNewLinks links on changed pages that were not on them before
   * @param shippedLinks links the crawler passed on
   */
  public record Round(
      int day,
      long requests,
      long missed,
      long changedPages,
      long fetchedBodies,
      long notModified,
      long bytes,
      long changedBytes,
      long trulyNewLinks,
      long shippedLinks) {}
}
