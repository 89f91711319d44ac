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
 * @param bytes the servers sent on the first day
 * @param memory at each tenth of the first day
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
    long bytes,
    List<Memory> memory,
    List<Round> rounds,
    List<String> sampleMissed,
    Map<String, Long> problems) {
  /**
   * What the whole process held, servers and truth included.
   *
   * @param heapMb in use after a collection
   * @param residentMb as the kernel counts it
   */
  public record Memory(long requests, long heapMb, long residentMb) {}

  /**
   * A day later.
   *
   * @param changedPages pages and images that are new or differ from the day before
   * @param fetchedBodies responses with a body of a page or image
   * @param bytes sent, headers and all: an unchanged page costs a 304's
   * @param bodyBytes of those, bodies
   * @param changedBytes what the changed pages and images take, roughly
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
      long bodyBytes,
      long changedBytes,
      long trulyNewLinks,
      long shippedLinks) {}
}
