package org.orbweaver.web;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.orbweaver.fetch.links.LinkLimits;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.web.visit.Manners;
import org.orbweaver.web.visit.VisitOptions;

/**
 * A rule that keeps addresses out of a crawl, or bytes out of its archive.
 *
 * @param leavesOut what it leaves out
 * @param setting as this crawl has it
 * @param option that changes it; empty for what cannot be changed
 */
public record CrawlRule(String leavesOut, String setting, String option) {
  private static final String OFF = "off";

  /** All rules of such a crawl. */
  public static List<CrawlRule> of(WebCrawlOptions options) {
    ScopeOptions scope = options.scope();
    Traps traps = scope.traps();
    VisitOptions visit = options.crawl().visit();
    Manners manners = visit.manners();
    List<CrawlRule> rules = new ArrayList<>();
    rules.add(
        new CrawlRule(
            "addresses outside of the scope",
            scope.reach().name().toLowerCase(Locale.ROOT),
            "--scope"));
    rules.add(limit("addresses more clicks from a seed", scope.depth(), "--depth"));
    rules.add(
        new CrawlRule("addresses that match none of", patterns(scope.include()), "--include"));
    rules.add(new CrawlRule("addresses that match one of", patterns(scope.exclude()), "--exclude"));
    rules.add(
        new CrawlRule(
            "file names that end in",
            scope.refusedTypes().isEmpty()
                ? OFF
                : String.join(", ", new TreeSet<>(scope.refusedTypes())),
            "--refuse"));
    rules.add(limit("longer addresses", traps.length(), "--max-address"));
    rules.add(limit("paths with more segments", traps.segments(), "--max-segments"));
    rules.add(
        limit("a segment or parameter that comes more often", traps.repeats(), "--max-repeats"));
    rules.add(
        limit(
            "kinds of addresses that feed themselves and brought nothing new so often in a row",
            traps.patience() == 0 ? Traps.OFF : traps.patience(),
            "--trap-patience"));
    rules.add(new CrawlRule("what robots.txt forbids", visit.robots() ? "on" : OFF, "--no-robots"));
    rules.add(
        new CrawlRule("links marked nofollow", visit.nofollow() ? "on" : OFF, "--follow-nofollow"));
    rules.add(
        new CrawlRule(
            "images and styles outside of the scope",
            visit.requisites() ? OFF : "on",
            "--no-requisites"));
    rules.add(
        limit("pages of a host in a round beyond", manners.pagesPerHost(), "--pages-per-host"));
    rules.add(budget("pages of a round beyond", options.crawl().pages(), "--pages"));
    rules.add(budget("bytes of a round beyond", options.crawl().bytes(), "--bytes"));
    rules.add(
        new CrawlRule("bytes of a body beyond", "" + visit.limits().bodyBytes(), "--max-size"));
    rules.add(
        new CrawlRule(
            "private addresses, but for",
            options.access().allowed().isEmpty()
                ? "none"
                : String.join(", ", options.access().allowed()),
            "--allow"));
    rules.add(
        limit(
            "hosts whose name or robots.txt failed so often",
            manners.hostAttempts(),
            "--host-attempts"));
    rules.add(limit("pages that failed so often", manners.attempts(), "--attempts"));
    rules.add(
        limit("hosts that failed so often in a row", manners.failuresInARow(), "--host-failures"));
    LinkLimits links = visit.links();
    rules.add(limit("redirects in a row beyond", links.redirects(), "--max-redirects"));
    rules.add(limit("styles, frames and sitemaps nested deeper", links.nesting(), "--max-nesting"));
    rules.add(limit("links of a page beyond", links.links(), "--max-links"));
    rules.add(limit("links behind a page's first bytes", links.bytes(), "--max-read"));
    rules.add(new CrawlRule("links of frames that lie outside of the scope", "on", ""));
    rules.add(new CrawlRule("ports of services other than the web's", "on", ""));
    return rules;
  }

  private static CrawlRule budget(String leavesOut, long most, String option) {
    return new CrawlRule(leavesOut, most == Long.MAX_VALUE ? OFF : "" + most, option);
  }

  private static CrawlRule limit(String leavesOut, int most, String option) {
    return new CrawlRule(leavesOut, most == Integer.MAX_VALUE ? OFF : "" + most, option);
  }

  private static String patterns(List<Pattern> patterns) {
    return patterns.isEmpty()
        ? OFF
        : patterns.stream().map(Pattern::pattern).collect(Collectors.joining(" "));
  }
}
