package org.orbweaver.app.crawl;

import java.util.List;
import java.util.Map;
import org.orbweaver.web.crawl.CrawlCounters;

/**
 * A round of a crawl at its end.
 *
 * @param warcs where the files are
 * @param ended finished, limit or stopped
 * @param unchanged responses equal to the capture before, 304s among them
 * @param newLinks addresses never seen before
 * @param problems why addresses were not fetched, and how many
 * @param problemExamples where each of them happened first
 * @param failed addresses that could not be had, in this run or before: 'orb crawl failed' lists
 *     them
 * @param lacking others that rules left out which do not only say what the scope is, or that are
 *     not whole, in this run or before: 'orb crawl skipped' and 'orb crawl log' tell why
 * @param leftOut what rules left out in this run: 'orb crawl skipped' lists it
 * @param complete everything in scope was fetched; rules that only say what the scope is aside
 * @param busiest the hosts with most pages
 */
public record CrawlReport(
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
    long failed,
    long lacking,
    List<CrawlCounters.RuleTally> leftOut,
    boolean complete,
    long hosts,
    List<HostLine> busiest) {
  /** One host's figures. */
  public record HostLine(String host, int fetched, int failed, long bytes) {}
}
