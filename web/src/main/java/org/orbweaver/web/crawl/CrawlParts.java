package org.orbweaver.web.crawl;

import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.LinkPolicy;
import org.orbweaver.web.visit.VisitParts;

/** What a crawl on one machine is made of; whoever wires it also closes it. */
public record CrawlParts(Frontier frontier, LinkPolicy policy, VisitParts visit) {
  CaptureStore store() {
    return visit.store();
  }

  /** Nanoseconds since the epoch. */
  long nanos() {
    return visit.nanos();
  }
}
