package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * A piece of what a task brought: the compressed records of a page, the metadata of a torrent. It
 * stands where its task does, by the first 64 bits of its key; the other 160 bits of its ID are of
 * the SHA-256 of its bytes. So nobody can put others in their place, and there is never a second
 * version to compare with. The task's {@link Result} tells the names.
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

  /** A piece without its place: 160 bits of a hash. */
  public record Name(long first, int second, long third) {
    static final int BYTES = 20;

    static Name of(EntryId piece) {
      return new Name(piece.key().middle(), piece.key().low(), piece.name());
    }

    EntryId at(Key task) {
      return new EntryId(new Key(task.high(), first, second), third);
    }
  }

  public static EntryId id(Key task, byte[] bytes) {
    try {
      return named(task, MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The piece whose bytes have that SHA-256. */
  public static EntryId named(Key task, byte[] sha256) {
    ByteBuffer hash = ByteBuffer.wrap(sha256);
    return new Name(hash.getLong(), hash.getInt(), hash.getLong()).at(task);
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
