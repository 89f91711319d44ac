package org.orbweaver.app.capture;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Task;

/**
 * One state of an address that the swarm keeps.
 *
 * @param uri of its task
 * @param address as which it was asked for and archived; it may have a session ID
 * @param round in which it was captured, or last found unchanged
 * @param pieces its records, wherever they are
 */
public record SwarmCapture(
    CrawlId crawl, String uri, String address, int round, List<EntryId> pieces, PageSummary page) {
  private static final int NAME_BYTES = 16;

  public SwarmCapture {
    pieces = List.copyOf(pieces);
  }

  /** Null if the record tells of no capture. */
  static @Nullable SwarmCapture of(Entry record) {
    Task task = Task.of(record);
    RoundOutcome outcome = task == null ? null : RoundOutcome.of(task, record);
    if (task == null || outcome == null || task.own() != null) {
      return null; // infohashes and prefixes have no host, and bring no pages
    }
    PageNote note = PageNote.of(task);
    Result result = Result.read(outcome.result());
    return result.pieces().isEmpty()
        ? null
        : new SwarmCapture(
            task.crawl(),
            task.uri(),
            note == null ? task.uri() : note.address().toString(),
            outcome.round(),
            result.pieces(record.id().key()),
            PageSummary.read(result.summary()));
  }

  public Instant at() {
    return page.capture().at();
  }

  /** The same for all that tell of these bytes, whoever keeps them. */
  public String name() {
    return name(pieces);
  }

  /** The same for all that are kept in these pieces. */
  static String name(List<EntryId> pieces) {
    MessageDigest sha = CaptureHash.create();
    for (EntryId piece : pieces) {
      sha.update(piece.key().toBytes());
      sha.update(HexFormat.of().toHexDigits(piece.name()).getBytes(StandardCharsets.US_ASCII));
    }
    return HexFormat.of().formatHex(sha.digest(), 0, NAME_BYTES);
  }

  /** Of two that tell of the same bytes, the one that knows more visits. */
  SwarmCapture or(SwarmCapture other) {
    return other.page.seen().size() > page.seen().size() ? other : this;
  }
}
