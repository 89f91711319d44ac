package org.orbweaver.trust;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;

/**
 * What a peer says under its signature. Statements are kept, joined and shown as they are; nothing
 * that is computed from them is.
 *
 * <pre>
 *   | 1 | period 4 | run 8 | number 4 | captures 4 | root 32 | sealed 32 | opened 32 |  commitment
 *   | 2 | period 4 | subject 20 | capture 4 | origin 8 | seen 32 |                     accusation
 *   | 3 | period 4 | accusation 32 | sight 1 |                                         vote
 *   | 4 | period 4 | requester 20 | why 1 | due 4 |                                    refusal
 * </pre>
 */
public sealed interface Statement
    permits Statement.Commitment, Statement.Accusation, Statement.Vote, Statement.Refusal {
  Period period();

  /** What is signed. */
  byte[] bytes();

  /**
   * All that a peer did in a period, said before anybody knows what of it will be checked.
   *
   * @param run drawn when the program started, and never stored
   * @param number counts this run's commitments
   * @param root of the {@link WorkTree} over the captures
   * @param sealed hides the number that this peer opens next time as a witness
   * @param opened the number that it sealed the last time
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Commitment(
      Period period, long run, int number, int captures, byte[] root, byte[] sealed, byte[] opened)
      implements Statement {
    @Override
    public byte[] bytes() {
      return ByteBuffer.allocate(21 + 3 * Hash.BYTES)
          .put((byte) 1)
          .putInt(period.number())
          .putLong(run)
          .putInt(number)
          .putInt(captures)
          .put(root)
          .put(sealed)
          .put(opened)
          .array();
    }
  }

  /**
   * The origin served something else to the accuser.
   *
   * @param capture which of the subject's commitment
   * @param origin the network of the site
   * @param seen the hash of what the accuser was served
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Accusation(Period period, Key subject, int capture, long origin, byte[] seen)
      implements Statement {
    @Override
    public byte[] bytes() {
      return ByteBuffer.allocate(37 + Hash.BYTES)
          .put((byte) 2)
          .putInt(period.number())
          .put(subject.toBytes())
          .putInt(capture)
          .putLong(origin)
          .put(seen)
          .array();
    }
  }

  /** What a juror saw. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Vote(Period period, byte[] accusation, Sight sight) implements Statement {
    @Override
    public byte[] bytes() {
      return ByteBuffer.allocate(6 + Hash.BYTES)
          .put((byte) 3)
          .putInt(period.number())
          .put(accusation)
          .put((byte) sight.ordinal())
          .array();
    }
  }

  /**
   * No answer, and what would have to be done for one. It costs the refuser nothing.
   *
   * @param due verified captures that are lacking
   */
  record Refusal(Period period, Key requester, Gate.Reason reason, int due) implements Statement {
    @Override
    public byte[] bytes() {
      return ByteBuffer.allocate(30)
          .put((byte) 4)
          .putInt(period.number())
          .put(requester.toBytes())
          .put((byte) reason.ordinal())
          .putInt(due)
          .array();
    }
  }

  /** Names it. */
  default byte[] hash() {
    return Hash.of("statement").add(bytes()).bytes();
  }

  /** Reads one; null if the bytes are none, or more than one. */
  static @Nullable Statement read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      Statement statement = read(in);
      return in.hasRemaining() ? null : statement;
    } catch (BufferUnderflowException e) {
      return null;
    }
  }

  private static @Nullable Statement read(ByteBuffer in) {
    byte kind = in.get();
    Period period = new Period(in.getInt());
    return switch (kind) {
      case 1 ->
          new Commitment(
              period, in.getLong(), in.getInt(), in.getInt(), hash(in), hash(in), hash(in));
      case 2 -> new Accusation(period, key(in), in.getInt(), in.getLong(), hash(in));
      case 3 -> vote(period, hash(in), in.get());
      case 4 -> refusal(period, key(in), in.get(), in.getInt());
      default -> null;
    };
  }

  private static @Nullable Vote vote(Period period, byte[] accusation, int sight) {
    if (sight < 0 || sight >= Sight.values().length) {
      return null;
    }
    return new Vote(period, accusation, Sight.values()[sight]);
  }

  private static @Nullable Refusal refusal(Period period, Key requester, int reason, int due) {
    if (reason < 0 || reason >= Gate.Reason.values().length) {
      return null;
    }
    return new Refusal(period, requester, Gate.Reason.values()[reason], due);
  }

  private static byte[] hash(ByteBuffer in) {
    byte[] hash = new byte[Hash.BYTES];
    in.get(hash);
    return hash;
  }

  private static Key key(ByteBuffer in) {
    byte[] key = new byte[Key.BYTES];
    in.get(key);
    return Key.read(key, 0);
  }

  /** Whether two say the same, byte by byte. */
  default boolean isSameAs(Statement other) {
    return Arrays.equals(bytes(), other.bytes());
  }
}
