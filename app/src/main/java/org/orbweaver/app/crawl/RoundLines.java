package org.orbweaver.app.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.orbweaver.web.WebCrawl;
import org.orbweaver.web.crawl.CrawlCounters;
import org.orbweaver.web.frontier.HostAtWork;
import org.orbweaver.web.frontier.HostRecord;

/**
 * How far a round is, for a person who watches: a line of totals and a table of the busiest hosts.
 *
 * <pre>
 *   1,234 of 5,678 known pages   12.3/s   45.6 MB   3 problems   about 0:06:12 left
 *        pages   failed       size    next in  hosts at work: 17
 *          312        0     3.2 MB      0.4 s  https://example.org
 * </pre>
 */
public final class RoundLines {
  private static final int HOSTS = 8;
  private static final double SMOOTHING = 0.2;

  private final WebCrawl crawl;
  private final long doneBefore;
  private long lastFetched;
  private long lastAt = System.nanoTime();
  private double rate;

  public RoundLines(WebCrawl crawl) {
    this.crawl = crawl;
    long[] done = {0};
    crawl.frontier().forEachHost(host -> done[0] += host.fetched() + host.failed());
    this.doneBefore = done[0];
  }

  /** As it is now; the speed is that since the last time. */
  public List<String> now() {
    List<String> text = new ArrayList<>();
    text.add(crawl.isPaused() ? "paused: 'orb crawl resume' goes on" : totals());
    List<HostAtWork> busiest = crawl.frontier().busiest(HOSTS);
    if (!busiest.isEmpty()) {
      text.add(
          format(
              "%10s %8s %10s %10s  hosts at work: %,d",
              "pages", "failed", "size", "next in", crawl.frontier().workingHosts()));
    }
    long now = crawl.nanos();
    busiest.forEach(host -> text.add(line(host, now)));
    return text;
  }

  private String totals() {
    CrawlCounters counters = crawl.counters();
    long fetched = counters.fetched();
    long now = System.nanoTime();
    double fresh = (fetched - lastFetched) / Math.max(1e-3, (now - lastAt) / 1e9);
    rate = rate == 0 ? fresh : rate + SMOOTHING * (fresh - rate);
    lastFetched = fetched;
    lastAt = now;
    long done = doneBefore + fetched + counters.problems();
    long known = Math.max(done, crawl.frontier().queued());
    String left =
        rate < 0.01 || known == done
            ? ""
            : "   about " + CrawlSummary.time((known - done) / rate) + " left";
    return format(
        "%,d of %,d known pages   %.1f/s   %s   %,d problems%s",
        done, known, rate, CrawlSummary.size(counters.bytes()), counters.problems(), left);
  }

  private static String line(HostAtWork host, long now) {
    HostRecord record = host.record();
    double wait = (host.readyAt() - now) / 1e9;
    return format(
        "%,10d %,8d %10s %8.1f s  %s",
        record.fetched(),
        record.failed(),
        CrawlSummary.size(record.bytes()),
        Math.max(0, wait),
        record.authority());
  }

  @SuppressWarnings("AnnotateFormatMethod") // private, and all formats are above
  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
