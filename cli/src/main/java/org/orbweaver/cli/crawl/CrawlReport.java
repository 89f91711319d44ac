package org.orbweaver.cli.crawl;

import java.util.List;
import java.util.Map;

/**
 * A round of a crawl at its end.
 *
 * @param warcs where the files are
 * @param ended finished, limit or stopped
 * @param unchanged responses equal to the capture before, 304s among them
 * @param newLinks addresses never seen before
 * @param problems why addresses were not fetched, and how many
 * @param problemExamples where each of them happened first
 * @param busiest the hosts with most pages
 */
record CrawlReport(
    String collection,
    String warcs,
    int round,
    String ended,
    long fetched,
    long unchanged,
    long notModified,
    long bytes,
    long newLinks,
    long retries,
    double seconds,
    double pagesPerSecond,
    Map<String, Long> statusCodes,
    Map<String, Long> mediaTypes,
    Map<String, Long> problems,
    Map<String, String> problemExamples,
    long hosts,
    List<HostLine> busiest) {
  /** One host's figures. */
  record HostLine(String host, int fetched, int failed, long bytes) {}
}
