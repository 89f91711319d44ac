package org.orbweaver.web.crawl;

import java.time.Duration;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.web.visit.Manners;
import org.orbweaver.web.visit.VisitOptions;

/**
 * How a crawl on one machine runs.
 *
 * @param workers fetches at a time, at most
 * @param pages budget of a round
 * @param bytes likewise; what is under way when they are spent may exceed them
 * @param every no page is visited more often
 * @param longest no page is visited less often
 * @param learned visit each page at its own rhythm, within these bounds; otherwise every round
 *     visits every page
 * @param sync survive power failures too, not only a killed process
 */
public record CrawlOptions(
    VisitOptions visit,
    int workers,
    long pages,
    long bytes,
    Duration every,
    Duration longest,
    boolean learned,
    boolean sync) {
  public static CrawlOptions usual(VisitOptions visit) {
    return new CrawlOptions(
        visit,
        256,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        Duration.ofDays(1),
        Duration.ofDays(30),
        false,
        false);
  }

  public static CrawlOptions usual(UserAgent agent) {
    return usual(VisitOptions.usual(agent));
  }

  public CrawlOptions withVisit(VisitOptions other) {
    return new CrawlOptions(other, workers, pages, bytes, every, longest, learned, sync);
  }

  public CrawlOptions withLimits(FetchLimits other) {
    return withVisit(visit.withLimits(other));
  }

  public CrawlOptions withManners(Manners other) {
    return withVisit(visit.withManners(other));
  }

  public CrawlOptions withWorkers(int other) {
    return new CrawlOptions(visit, other, pages, bytes, every, longest, learned, sync);
  }

  public CrawlOptions withPages(long other) {
    return new CrawlOptions(visit, workers, other, bytes, every, longest, learned, sync);
  }

  public CrawlOptions withBytes(long other) {
    return new CrawlOptions(visit, workers, pages, other, every, longest, learned, sync);
  }

  /** With each page visited at its own rhythm, within these bounds. */
  public CrawlOptions withRevisits(Duration often, Duration atLeast) {
    return new CrawlOptions(visit, workers, pages, bytes, often, atLeast, true, sync);
  }

  public CrawlOptions withSync(boolean wanted) {
    return new CrawlOptions(visit, workers, pages, bytes, every, longest, learned, wanted);
  }
}
