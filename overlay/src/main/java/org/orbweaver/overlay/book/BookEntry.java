package org.orbweaver.overlay.book;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.trust.Closing;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Word;

/**
 * What is written in a peer's book. Its name is a hash of all it says, so there are never two
 * versions to choose from: who says two things has both of them in its book.
 *
 * <pre>
 *   | kind 1 | 1 | closing of a period | 3 | proof |
 * </pre>
 */
public sealed interface BookEntry {
  /**
   * What a peer says of itself and of others.
   *
   * @param words the same, as others' books have it
   */
  record Closed(Closing closing, List<Word> words) implements BookEntry {
    public Closed(Closing closing) {
      this(closing, closing.words());
    }
  }

  /** That it lied. */
  record Proven(Proof proof) implements BookEntry {}

  byte KIND = 6;

  /** A page and what is around it; larger ones are left to juries. */
  int LONGEST = 512 << 10;

  /** Of one peer in one period: a machine restored from a backup may close it a second time. */
  int MOST_CLOSINGS = 8;

  /** Several may find out at once that a peer lies, each by another page. */
  int MOST_PROOFS = 64;

  /**
   * Whether there is room for it in a chapter of so many pages; no flood of one's own hides proofs.
   */
  default boolean fitsBeside(int pages) {
    return switch (this) {
      case Closed _ -> pages < MOST_CLOSINGS;
      case Proven _ -> pages < MOST_CLOSINGS + MOST_PROOFS;
    };
  }

  /** Whose book it belongs in. */
  default Key subject() {
    return switch (this) {
      case Closed(Closing closing, _) -> closing.speaker();
      case Proven(Proof proof) -> proof.subject();
    };
  }

  default Period period() {
    return switch (this) {
      case Closed(Closing closing, _) -> closing.commitment().says().period();
      case Proven(Proof proof) -> proof.period();
    };
  }

  default Entry entry() {
    byte[] says =
        switch (this) {
          case Closed(Closing closing, _) -> closing.bytes();
          case Proven(Proof proof) -> proof.bytes();
        };
    byte form =
        switch (this) {
          case Closed _ -> 1;
          case Proven _ -> 3;
        };
    byte[] body = ByteBuffer.allocate(2 + says.length).put(KIND).put(form).put(says).array();
    return new Entry(id(subject(), period(), body), 0, body);
  }

  private static EntryId id(Key subject, Period period, byte[] body) {
    return new EntryId(BookPlace.key(subject, period), ByteBuffer.wrap(sha256(body)).getLong());
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Null if the entry is no page of a book, under the ID that follows from what it says. */
  static @Nullable BookEntry read(Entry entry) {
    byte[] body = entry.body();
    if (body.length < 2 || body.length > LONGEST || body[0] != KIND || entry.rank() != 0) {
      return null;
    }
    BookEntry read = parse(ByteBuffer.wrap(body).position(1).slice());
    return read != null && id(read.subject(), read.period(), body).equals(entry.id()) ? read : null;
  }

  private static @Nullable BookEntry parse(ByteBuffer in) {
    return switch (in.get()) {
      case 1 -> closed(in);
      case 3 -> proven(in);
      default -> null;
    };
  }

  private static @Nullable BookEntry closed(ByteBuffer in) {
    Closing closing = Closing.read(in);
    return closing == null || !closing.isWhole() ? null : new Closed(closing);
  }

  private static @Nullable BookEntry proven(ByteBuffer in) {
    byte[] bytes = new byte[in.remaining()];
    in.get(bytes);
    Proof proof = Proof.read(bytes);
    return proof == null ? null : new Proven(proof);
  }

  /** Whether an entry is one, as far as can be seen without looking at signatures. */
  static boolean isSound(Entry entry) {
    return read(entry) != null;
  }
}
