package org.orbweaver.web.crawl;

import java.time.Instant;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.LinkPolicy;
import org.orbweaver.web.visit.VisitParts;

/**
 * What a crawl on one machine is made of; whoever wires it also closes it.
 *
 * @param log of every address
 */
public record CrawlParts(Frontier frontier, LinkPolicy policy, VisitParts visit, CrawlLog log) {
  /** The same by other rules. */
  public CrawlParts judgingBy(LinkPolicy other) {
    return new CrawlParts(frontier, other, visit, log);
  }

  CaptureStore store() {
    return visit.store();
  }

  Instant now() {
    return visit.clock().instant();
  }

  /** Nanoseconds since the epoch. */
  long nanos() {
    return visit.nanos();
  }
}
