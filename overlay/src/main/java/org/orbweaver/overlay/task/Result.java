package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * What came of a task, as its record says: a summary, and the names of the {@linkplain Piece
 * pieces} that hold the rest.
 *
 * <pre>
 *   | pieces 2 | name 8, of each | summary … |
 * </pre>
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not shared
public record Result(List<Long> pieces, byte[] summary) {
  /** A page of 16 GB; nobody fetches one. */
  private static final int MOST_PIECES = 0xFFFF;

  public static Result of(List<EntryId> pieces, byte[] summary) {
    if (pieces.size() > MOST_PIECES) {
      throw new IllegalArgumentException(pieces.size() + " pieces are more than a result has");
    }
    return new Result(pieces.stream().map(EntryId::name).toList(), summary);
  }

  /** Reads one; of bytes that are none, an empty one. */
  public static Result read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int count = bytes.length < 2 ? 0 : in.getShort() & MOST_PIECES;
    if (in.remaining() < (long) Long.BYTES * count) {
      return new Result(List.of(), new byte[0]);
    }
    List<Long> names = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      names.add(in.getLong());
    }
    byte[] summary = new byte[in.remaining()];
    in.get(summary);
    return new Result(names, summary);
  }

  public byte[] bytes() {
    ByteBuffer out = ByteBuffer.allocate(2 + Long.BYTES * pieces.size() + summary.length);
    out.putShort((short) pieces.size());
    pieces.forEach(out::putLong);
    return out.put(summary).array();
  }

  /** Where the pieces of a task with that key are. */
  public List<EntryId> pieces(Key key) {
    return pieces.stream().map(name -> new EntryId(key, name)).toList();
  }
}
