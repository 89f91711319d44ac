package org.orbweaver.app.capture;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Piece;

/** The pieces of what a task brought, put together in memory. */
public final class PieceBytes {
  /** A page of that size has links enough; larger ones are read from files. */
  private static final int MOST_BYTES = 16 << 20;

  private PieceBytes() {}

  /** Null if a piece cannot be had, or they are too many. */
  public static byte @Nullable [] join(List<EntryId> pieces, TaskRecords.Swarm swarm)
      throws InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (EntryId id : pieces) {
      Entry piece = bytes.size() > MOST_BYTES ? null : swarm.find(id);
      if (piece == null) {
        return null;
      }
      bytes.writeBytes(Piece.bytes(piece));
    }
    return bytes.toByteArray();
  }
}
