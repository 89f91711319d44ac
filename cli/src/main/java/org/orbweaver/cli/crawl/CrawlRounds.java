package org.orbweaver.cli.crawl;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.shell.Output;
import org.orbweaver.web.WebCrawl;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlCounters;
import org.orbweaver.web.frontier.HostRecord;

/** Runs a crawl's rounds, shows how far it is, and reports at each round's end. */
final class CrawlRounds {
  private static final int BUSIEST = 20;

  private final WebCrawl crawl;
  private final String collection;
  private final Output output;
  private final StopSignal stop;

  CrawlRounds(WebCrawl crawl, String collection, Output output, StopSignal stop) {
    this.crawl = crawl;
    this.collection = collection;
    this.output = output;
    this.stop = stop;
  }

  /**
   * @param every how often a round begins; null for a single one
   * @param most rounds; 0 for no end
   */
  Crawl.End run(@Nullable Duration every, int most) throws IOException, InterruptedException {
    int done = 0;
    while (true) {
      long started = System.nanoTime();
      Crawl.End end = round();
      CrawlReport report = report(end, (System.nanoTime() - started) / 1e9);
      if (output.json()) {
        output.print(report);
      } else {
        new CrawlSummary(report, output.out()).print();
      }
      done++;
      if (every == null || end == Crawl.End.STOPPED || done == most) {
        return end;
      }
      long left = every.minusNanos(System.nanoTime() - started).toSeconds();
      if (left > 0 && stop.await(left)) {
        return Crawl.End.STOPPED;
      }
      crawl.startRound();
    }
  }

  private Crawl.End round() throws IOException, InterruptedException {
    Thread watcher = Thread.ofVirtual().start(this::watch);
    try {
      return crawl.run();
    } finally {
      watcher.interrupt();
      watcher.join();
    }
  }

  private void watch() {
    try (CrawlScreen screen = new CrawlScreen(crawl, output)) {
      while (!stop.await(1)) {
        screen.draw();
      }
      crawl.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the round is over
    }
  }

  private CrawlReport report(Crawl.End end, double seconds) {
    CrawlCounters.Snapshot counts = crawl.counters().snapshot();
    List<HostRecord> hosts = new ArrayList<>();
    long[] total = {0};
    crawl
        .frontier()
        .forEachHost(
            host -> {
              total[0]++;
              hosts.add(host);
              if (hosts.size() > 10 * BUSIEST) {
                keepBusiest(hosts);
              }
            });
    keepBusiest(hosts);
    return new CrawlReport(
        collection,
        crawl.collection().files().directory().toString(),
        crawl.frontier().round(),
        end.name().toLowerCase(Locale.ROOT),
        counts.fetched(),
        counts.unchanged(),
        counts.notModified(),
        counts.bytes(),
        counts.newLinks(),
        counts.retries(),
        seconds,
        counts.fetched() / seconds,
        counts.statuses(),
        counts.types(),
        counts.problems(),
        counts.examples(),
        counts.failed(),
        List.copyOf(counts.leftOut().values()),
        end == Crawl.End.FINISHED
            && counts.failed() == 0
            && counts.problems().isEmpty()
            && counts.leftOut().keySet().stream().allMatch(Verdict::isScope),
        total[0],
        hosts.stream()
            .map(
                host ->
                    new CrawlReport.HostLine(
                        host.authority(), host.fetched(), host.failed(), host.bytes()))
            .toList());
  }

  private static void keepBusiest(List<HostRecord> hosts) {
    hosts.sort(Comparator.comparingInt(HostRecord::fetched).reversed());
    hosts.subList(Math.min(hosts.size(), BUSIEST), hosts.size()).clear();
  }
}
