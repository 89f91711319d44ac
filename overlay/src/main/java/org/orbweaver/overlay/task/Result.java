package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * What came of a task, as its record says: either a summary and the names of the {@linkplain Piece
 * pieces} that hold the rest, or why it could not be done.
 *
 * <pre>
 *   | 0 |                            pieces 2 | name 20, of each | summary … |
 *   | 1 | length 2 | why, UTF-8 … |  pieces 2 | name 20, of each | summary … |
 * </pre>
 *
 * @param pieces of one that could not be done this time: those of the time before
 * @param failure why it could not be done; empty if it could
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not shared
public record Result(List<Piece.Name> pieces, byte[] summary, String failure) {
  /** A page of 800 MB, whose names fit {@link Task#LONGEST_RESULT}. */
  public static final int MOST_PIECES = 3_200;

  private static final int COUNT = 0xFFFF;

  private static final int LONGEST_FAILURE = 300;
  private static final Result NOTHING = new Result(List.of(), new byte[0], "");
  private static final byte DONE = 0;
  private static final byte FAILED = 1;

  public static Result of(List<EntryId> pieces, byte[] summary) {
    if (pieces.size() > MOST_PIECES) {
      throw new IllegalArgumentException(pieces.size() + " pieces are more than a result has");
    }
    return new Result(pieces.stream().map(Piece.Name::of).toList(), summary, "");
  }

  /** Of a task that was given up. */
  public static Result failed(String because) {
    return NOTHING.butFailed(because);
  }

  /**
   * Of a task that was done before and could not be done again: what it was then is not forgotten,
   * so that the next round can ask for news.
   */
  public Result butFailed(String because) {
    String why = because.isEmpty() ? "for no known reason" : because;
    return new Result(pieces, summary, why.substring(0, Math.min(why.length(), LONGEST_FAILURE)));
  }

  public boolean isFailed() {
    return !failure.isEmpty();
  }

  /** Reads one; of bytes that are none, an empty one. */
  public static Result read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    String failure = "";
    if (in.hasRemaining() && in.get() == FAILED) {
      byte[] why =
          new byte[Math.min(in.remaining() < 2 ? 0 : in.getShort() & COUNT, in.remaining())];
      in.get(why);
      failure = new String(why, StandardCharsets.UTF_8);
    }
    int count = in.remaining() < 2 ? 0 : in.getShort() & COUNT;
    if (in.remaining() < (long) Piece.Name.BYTES * count) {
      return failure.isEmpty() ? NOTHING : failed(failure);
    }
    List<Piece.Name> names = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      names.add(new Piece.Name(in.getLong(), in.getInt(), in.getLong()));
    }
    byte[] summary = new byte[in.remaining()];
    in.get(summary);
    return new Result(names, summary, failure);
  }

  public byte[] bytes() {
    byte[] why = failure.getBytes(StandardCharsets.UTF_8);
    int head = isFailed() ? 3 + why.length : 1;
    ByteBuffer out =
        ByteBuffer.allocate(head + 2 + Piece.Name.BYTES * pieces.size() + summary.length);
    if (isFailed()) {
      out.put(FAILED).putShort((short) why.length).put(why);
    } else {
      out.put(DONE);
    }
    out.putShort((short) pieces.size());
    pieces.forEach(each -> out.putLong(each.first()).putInt(each.second()).putLong(each.third()));
    return out.put(summary).array();
  }

  /** Where the pieces of a task with that key are. */
  public List<EntryId> pieces(Key key) {
    return pieces.stream().map(name -> name.at(key)).toList();
  }
}
