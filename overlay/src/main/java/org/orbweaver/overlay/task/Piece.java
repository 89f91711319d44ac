package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * A piece of what a task brought: the compressed records of a page, the metadata of a torrent. It
 * has its task's key, and its name is the hash of its bytes: nobody can put others in their place,
 * so there is never a second version to compare with. The task's {@link Result} tells the names.
 *
 * <pre>
 *   | kind 1 | bytes … |
 * </pre>
 */
public final class Piece {
  /** What a slow line carries in two seconds, so that nobody takes its sender for dead. */
  public static final int LONGEST = 256 << 10;

  private static final byte KIND = 5;

  private Piece() {}

  public static EntryId id(Key key, byte[] bytes) {
    return new EntryId(key, TaskKey.sha1(bytes).high());
  }

  public static Entry of(EntryId id, byte[] bytes) {
    return new Entry(id, 0, ByteBuffer.allocate(1 + bytes.length).put(KIND).put(bytes).array());
  }

  /** The bytes in pieces, for the task with that key. */
  public static List<Entry> cut(Key key, byte[] bytes) {
    List<Entry> pieces = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += LONGEST) {
      byte[] piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + LONGEST));
      pieces.add(of(id(key, piece), piece));
    }
    return pieces;
  }

  public static byte[] bytes(Entry piece) {
    return Arrays.copyOfRange(piece.body(), 1, piece.body().length);
  }

  /** Whether an entry is a piece, and has the name of its bytes. */
  public static boolean isGenuine(Entry entry) {
    byte[] body = entry.body();
    return entry.rank() == 0
        && body.length > 1
        && body.length <= 1 + LONGEST
        && body[0] == KIND
        && id(entry.id().key(), bytes(entry)).equals(entry.id());
  }
}
