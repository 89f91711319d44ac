package org.orbweaver.app.page;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.PageSummary;
import org.orbweaver.app.capture.PieceBytes;
import org.orbweaver.app.capture.StoredRecords;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.web.visit.EarlierCapture;
import org.orbweaver.web.visit.LastCapture;

/**
 * A page as the swarm has it from the round before, whoever fetched it then: what the server is
 * asked by, and, if the page has changed, what links are news (Herodotus §4.7).
 */
record Earlier(PageSummary summary, List<EntryId> pieces, TaskRecords.Swarm swarm)
    implements EarlierCapture {
  @Override
  public LastCapture known() {
    return summary.capture();
  }

  @Override
  public @Nullable InputStream response() throws IOException, InterruptedException {
    byte[] records = PieceBytes.join(pieces, swarm);
    return records == null
        ? null
        : new StoredRecords(() -> new ByteArrayInputStream(records))
            .response(summary.capture().digest());
  }

  /** What came of a visit that found it unchanged. */
  Runner.Outcome seenAgain(Instant at, List<FoundLink> links) {
    return new Runner.Outcome(summary.seenAgain(at).bytes(), links, pieces, null, true);
  }
}
