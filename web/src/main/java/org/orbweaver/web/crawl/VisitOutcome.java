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
  private static final long OBJECTS = 200;

  VisitOutcome {
    lines = List.copyOf(lines);
  }

  /** Bytes it holds, about: a page of a few packed kilobytes may have 20,000 links. */
  long size() {
    long size = capture == null ? 0 : capture.size();
    for (Discovery link : discoveries) {
      size += size(link);
    }
    if (settled != null) {
      for (Discovery link : settled.links()) {
        size += size(link);
      }
    }
    for (LogLine line : lines) {
      size += OBJECTS + line.url().length();
    }
    return size;
  }

  private static long size(Discovery link) {
    return OBJECTS + link.url().toString().length();
  }
}
