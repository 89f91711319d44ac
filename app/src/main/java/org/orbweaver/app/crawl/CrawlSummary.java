package org.orbweaver.app.crawl;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.orbweaver.fetch.http.FetchProblem;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.crawl.CrawlCounters;

/** A round's report for a person. */
public final class CrawlSummary {
  private static final int MOST_KINDS = 12;

  private final CrawlReport report;
  private final PrintWriter out;

  public CrawlSummary(CrawlReport report, PrintWriter out) {
    this.report = report;
    this.out = out;
  }

  public void print() {
    line(
        "%s, round %d: %,d pages, %s, in %s (%.1f pages/s)",
        report.collection(),
        report.round(),
        report.fetched(),
        size(report.bytes()),
        time(report.seconds()),
        report.pagesPerSecond());
    if (report.round() > 1) {
      line(
          "  %,d unchanged, %,d of them by the server's word (304); %,d new links",
          report.unchanged(), report.notModified(), report.newLinks());
    }
    counts("status codes", report.statusCodes());
    counts("media types", report.mediaTypes());
    problems();
    leftOut();
    if (report.retries() > 0) {
      line("  %-14s%,d", "tried again", report.retries());
    }
    if (report.hosts() > 0) {
      hosts();
    }
    line("%s", end());
    out.flush();
  }

  /** Media types are servers' own words, and terminals obey some of those. */
  @SuppressWarnings("AnnotateFormatMethod") // private, and all formats are above
  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).replaceAll("\\p{Cc}", " "));
  }

  private void counts(String title, Map<String, Long> counts) {
    if (counts.isEmpty()) {
      return;
    }
    String text =
        counts.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
            .limit(MOST_KINDS)
            .map(count -> String.format(Locale.ROOT, "%s: %,d", count.getKey(), count.getValue()))
            .collect(Collectors.joining("   "));
    line("  %-14s%s", title, text);
  }

  /** A line each: a reason is worth more than its number. */
  private void problems() {
    report.problems().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
        .limit(MOST_KINDS)
        .forEach(
            problem ->
                line(
                    "  %-14s%,d: %s (%s)",
                    "not fetched",
                    problem.getValue(),
                    problem.getKey(),
                    report.problemExamples().getOrDefault(problem.getKey(), "")));
  }

  private void leftOut() {
    for (CrawlCounters.RuleTally rule : report.leftOut()) {
      line(
          "  %-14s%,d: %s%s: %s",
          "left out",
          rule.count(),
          rule.because(),
          rule.option().isEmpty() ? "" : " (" + rule.option() + ")",
          String.join(", ", rule.examples()));
    }
  }

  private void hosts() {
    line(
        "  %,d host%s%s",
        report.hosts(),
        report.hosts() == 1 ? "" : "s",
        report.hosts() > report.busiest().size() ? ", the busiest:" : ":");
    line("  %10s %8s %10s", "pages", "failed", "size");
    for (CrawlReport.HostLine host : report.busiest()) {
      line("  %,10d %,8d %10s  %s", host.fetched(), host.failed(), size(host.bytes()), host.host());
    }
  }

  private String end() {
    if (report.fetched() == 0 && !report.problems().isEmpty()) {
      String refused = report.problemExamples().get(FetchProblem.REFUSED_ADDRESS.because());
      return refused == null
          ? "Nothing could be fetched; the reasons are above."
          : "Nothing was fetched: private addresses are refused; if this one is meant, add --allow "
              + WebUrl.of(refused + "/").host();
    }
    return switch (report.ended()) {
      case "finished" ->
          report.complete()
              ? "Everything in scope has been visited; WARC files in " + report.warcs()
              : incomplete();
      case "limit" -> "As many pages as asked for; run it again to go on.";
      default -> "Stopped; nothing is lost, run it again to go on.";
    };
  }

  private String incomplete() {
    return String.format(
        Locale.ROOT,
        "Visited all that could be had, not all there is: %,d failed ('orb crawl failed' lists"
            + " them, 'retry' asks again), %,d were left out or are not whole ('orb crawl skipped'"
            + " and 'log' tell why); WARC files in %s",
        report.failed(),
        report.lacking(),
        report.warcs());
  }

  public static String size(long bytes) {
    return bytes < 10_000_000
        ? String.format(Locale.ROOT, "%.1f kB", bytes / 1e3)
        : String.format(Locale.ROOT, "%,.1f MB", bytes / 1e6);
  }

  public static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60
        ? String.format(Locale.ROOT, "%.1f s", seconds)
        : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
  }
}
