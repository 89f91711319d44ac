package org.orbweaver.overlay.book;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.trust.Notary;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Said;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.OfOthers;

/**
 * What is written in a peer's book. Its name is a hash of all it says, so there are never two
 * versions to choose from: who says two things has both of them in its book.
 *
 * <pre>
 *   | kind 1 | 1 | signed commitment | 2 | what somebody said | 3 | proof |
 * </pre>
 */
public sealed interface BookEntry {
  /** What a peer says of itself. */
  record Committed(Signed<Commitment> commitment) implements BookEntry {}

  /** What another says of it. */
  record Heard(Said<OfOthers> said) implements BookEntry {}

  /** That it lied. */
  record Proven(Proof proof) implements BookEntry {}

  byte KIND = 6;

  /** A page and what is around it; larger ones are left to juries. */
  int LONGEST = 512 << 10;

  /** Whose book it belongs in. */
  default Key subject() {
    return switch (this) {
      case Committed(Signed<Commitment> commitment) -> commitment.speaker();
      case Heard(Said<OfOthers> said) -> said.says().subject();
      case Proven(Proof proof) -> proof.subject();
    };
  }

  default Period period() {
    return switch (this) {
      case Committed(Signed<Commitment> commitment) -> commitment.says().period();
      case Heard(Said<OfOthers> said) -> said.says().period();
      case Proven(Proof proof) -> proof.period();
    };
  }

  /** The one commitment whose signature stands for it; null for a proof, which has its own. */
  default @Nullable Signed<Commitment> under() {
    return switch (this) {
      case Committed(Signed<Commitment> commitment) -> commitment;
      case Heard(Said<OfOthers> said) -> said.under();
      case Proven _ -> null;
    };
  }

  /** Whether it is whose it seems to be; costs a look at a signature, or a page at a proof. */
  default boolean isGenuine(Notary notary, Proof.Extraction extraction) {
    return switch (this) {
      case Committed(Signed<Commitment> commitment) -> commitment.isGenuine(notary);
      case Heard(Said<OfOthers> said) -> said.isGenuine(notary);
      case Proven(Proof proof) -> proof.holds(notary, extraction);
    };
  }

  default Entry entry() {
    byte[] says =
        switch (this) {
          case Committed(Signed<Commitment> commitment) -> commitment.bytes();
          case Heard(Said<OfOthers> said) -> said.bytes();
          case Proven(Proof proof) -> proof.bytes();
        };
    byte form =
        switch (this) {
          case Committed _ -> 1;
          case Heard _ -> 2;
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
      case 1 -> committed(in);
      case 2 -> heard(in);
      case 3 -> proven(in);
      default -> null;
    };
  }

  private static @Nullable BookEntry committed(ByteBuffer in) {
    Signed<Commitment> commitment = Signed.readCommitment(in);
    return commitment == null || in.hasRemaining() ? null : new Committed(commitment);
  }

  private static @Nullable BookEntry heard(ByteBuffer in) {
    Said<OfOthers> said = Said.read(in);
    return said == null || in.hasRemaining() || !said.isUnderRoot() ? null : new Heard(said);
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
