package org.orbweaver.app.crawl;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.web.WebCrawl;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlCounters;
import org.orbweaver.web.crawl.OpenAddresses;
import org.orbweaver.web.frontier.HostRecord;

/** Runs a crawl's rounds, shows how far it is, and reports at each round's end. */
public final class CrawlRounds {
  private static final int BUSIEST = 20;

  private final WebCrawl crawl;
  private final String collection;
  private final StopSignal stop;
  private final Supplier<RoundView> views;
  private final Consumer<CrawlReport> told;

  /** What somebody sees of a round while it runs. */
  public interface RoundView extends AutoCloseable {
    void draw();

    @Override
    void close();
  }

  /**
   * @param views one for each round
   * @param told what each round came to
   */
  public CrawlRounds(
      WebCrawl crawl,
      String collection,
      StopSignal stop,
      Supplier<RoundView> views,
      Consumer<CrawlReport> told) {
    this.crawl = crawl;
    this.collection = collection;
    this.stop = stop;
    this.views = views;
    this.told = told;
  }

  /**
   * @param every how often a round begins; null for a single one
   * @param most rounds; 0 for no end
   */
  public Crawl.End run(@Nullable Duration every, int most)
      throws IOException, InterruptedException {
    int done = 0;
    while (true) {
      long started = System.nanoTime();
      Crawl.End end = round();
      told.accept(report(end, (System.nanoTime() - started) / 1e9));
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
    try (RoundView screen = views.get()) {
      while (!stop.await(1)) {
        screen.draw();
      }
      crawl.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the round is over
    }
  }

  private CrawlReport report(Crawl.End end, double seconds) throws IOException {
    OpenAddresses open = crawl.open();
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
        open.failed(),
        open.others(),
        List.copyOf(counts.leftOut().values()),
        end == Crawl.End.FINISHED && open.isEmpty(),
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
