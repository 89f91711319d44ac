package org.orbweaver.web.crawl;

import java.time.Duration;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.web.frontier.Manners;

/**
 * @param workers fetches at a time, at most
 * @param pages end of the round after this many fetches
 * @param robots keep to robots.txt
 * @param sitemaps follow the sitemaps that robots.txt names
 * @param requisites fetch what pages need to be shown, wherever it lies
 * @param nofollow leave out links whose author does not vouch for them
 * @param every no page is visited more often
 * @param longest no page is visited less often
 * @param sync survive power failures too, not only a killed process
 */
public record CrawlOptions(
    UserAgent agent,
    FetchLimits limits,
    Manners manners,
    int workers,
    long pages,
    boolean robots,
    boolean sitemaps,
    boolean requisites,
    boolean nofollow,
    Duration every,
    Duration longest,
    boolean sync) {
  public static CrawlOptions usual(UserAgent agent) {
    return new CrawlOptions(
        agent,
        FetchLimits.usual(),
        Manners.usual(),
        256,
        Long.MAX_VALUE,
        true,
        true,
        true,
        true,
        Duration.ofDays(1),
        Duration.ofDays(30),
        false);
  }

  public CrawlOptions withLimits(FetchLimits other) {
    return with(other, manners, workers, pages);
  }

  public CrawlOptions withWorkers(int other) {
    return with(limits, manners, other, pages);
  }

  public CrawlOptions withManners(Manners other) {
    return with(limits, other, workers, pages);
  }

  public CrawlOptions withPages(long other) {
    return with(limits, manners, workers, other);
  }

  private CrawlOptions with(
      FetchLimits otherLimits, Manners otherManners, int otherWorkers, long otherPages) {
    return new CrawlOptions(
        agent,
        otherLimits,
        otherManners,
        otherWorkers,
        otherPages,
        robots,
        sitemaps,
        requisites,
        nofollow,
        every,
        longest,
        sync);
  }
}
