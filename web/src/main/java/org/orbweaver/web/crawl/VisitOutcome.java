package org.orbweaver.web.crawl;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.web.frontier.SettledVisit;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.Discovery;

/**
 * What a worker hands to the committer.
 *
 * @param capture to be appended; null if nothing came
 * @param settled the turn's end; null for what is no turn (robots.txt)
 * @param discoveries made otherwise than on a page
 * @param lines for the log
 */
record VisitOutcome(
    CaptureStore.@Nullable Sealed capture,
    @Nullable SettledVisit settled,
    List<Discovery> discoveries,
    List<LogLine> lines) {
  VisitOutcome {
    lines = List.copyOf(lines);
  }

  long size() {
    return capture == null ? 0 : capture.size();
  }
}
