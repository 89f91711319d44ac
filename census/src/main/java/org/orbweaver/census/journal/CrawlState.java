package org.orbweaver.census.journal;

import java.util.List;
import java.util.Map;
import org.orbweaver.census.Question;

/**
 * A crawl somewhere between its beginning and its end.
 *
 * @param open questions that were sent and have no end yet, by number
 * @param growth how it came here
 */
public record CrawlState(RecordedCrawl crawl, Map<Long, Question> open, List<GrowthPoint> growth) {
  public CrawlState {
    open = Map.copyOf(open);
    growth = List.copyOf(growth);
  }

  public static CrawlState beginning(RecordedCrawl crawl) {
    return new CrawlState(crawl, Map.of(), List.of());
  }
}
