package org.orbweaver.fetch.crawl;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.frontier.Discovery;
import org.orbweaver.fetch.frontier.Settled;

/**
 * What a worker hands to the committer.
 *
 * @param capture to be appended; null if nothing came
 * @param settled the turn's end; null for what is no turn (robots.txt)
 * @param discoveries made otherwise than on a page
 */
record Outcome(
    CaptureStore.@Nullable Sealed capture, @Nullable Settled settled, List<Discovery> discoveries) {
  long size() {
    return capture == null ? 0 : capture.size();
  }
}
