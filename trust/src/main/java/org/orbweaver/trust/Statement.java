package org.orbweaver.trust;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;

/**
 * What a peer says under its signature. Statements are kept, joined and shown as they are; nothing
 * that is computed from them is.
 *
 * <pre>
 *   commitment | 1 | period 4 | run 8 | number 4 | network 8 | captures 4 | list 32 | root 32 |
 *                  | said 32 | sealed 32 | opened 32 |
 *   accusation | 2 | period 4 | subject 20 | work 4 | capture 4 | origin 8 | seen 32 |
 *   vote       | 3 | period 4 | subject 20 | accusation 32 | sight 1 |
 *   refusal    | 4 | period 4 | requester 20 | what 1 | why 1 | due 4 |
 *   findings   | 5 | period 4 | subject 20 | work 4 | count 2 | capture 4, sight 1, of each |
 * </pre>
 */
public sealed interface Statement
    permits Statement.Commitment, Statement.Refusal, Statement.OfOthers {
  Period period();

  /** What is signed. */
  byte[] bytes();

  /** What a peer says of another. It stands under the root of the period's commitment. */
  sealed interface OfOthers extends Statement {
    Key subject();
  }

  /**
   * All that a peer did in a period, said before anybody knows what of it will be checked, and all
   * that it said of others: with this the period is closed.
   *
   * @param run drawn when the program started, and never stored
   * @param number counts this run's commitments
   * @param network from where it worked
   * @param list names the bytes in which the captures are written down, by their SHA-256
   * @param root of the {@link WorkTree} over the captures
   * @param said root of the tree over what it said of others, see {@link Closing}
   * @param sealed hides the number that this peer opens next time as a witness
   * @param opened the number that it sealed the last time
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Commitment(
      Period period,
      long run,
      int number,
      long network,
      int captures,
      byte[] list,
      byte[] root,
      byte[] said,
      byte[] sealed,
      byte[] opened)
      implements Statement {
    @Override
    public byte[] bytes() {
      return ByteBuffer.allocate(29 + 5 * Hash.BYTES)
          .put((byte) 1)
          .putInt(period.number())
          .putLong(run)
          .putInt(number)
          .putLong(network)
          .putInt(captures)
          .put(list)
          .put(root)
          .put(said)
          .put(sealed)
          .put(opened)
          .array();
    }
  }

  /**
   * The origin served something else to the accuser.
   *
   * @param work the period that the subject committed to
   * @param capture which of that commitment
   * @param origin the network of the site
   * @param seen names the bytes in which is written down what the accuser was served
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Accusation(Period period, Key subject, Period work, int capture, long origin, byte[] seen)
      implements OfOthers {
    @Override
    public byte[] bytes() {
      return ByteBuffer.allocate(41 + Hash.BYTES)
          .put((byte) 2)
          .putInt(period.number())
          .put(subject.toBytes())
          .putInt(work.number())
          .putInt(capture)
          .putLong(origin)
          .put(seen)
          .array();
    }
  }

  /** What a juror saw. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Vote(Period period, Key subject, byte[] accusation, Sight sight) implements OfOthers {
    @Override
    public byte[] bytes() {
      return ByteBuffer.allocate(26 + Hash.BYTES)
          .put((byte) 3)
          .putInt(period.number())
          .put(subject.toBytes())
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
  record Refusal(Period period, Key requester, Gate.Service service, Gate.Reason reason, int due)
      implements Statement {
    @Override
    public byte[] bytes() {
      return ByteBuffer.allocate(31)
          .put((byte) 4)
          .putInt(period.number())
          .put(requester.toBytes())
          .put((byte) service.ordinal())
          .put((byte) reason.ordinal())
          .putInt(due)
          .array();
    }
  }

  /** What a drawn checker saw of one capture. */
  record Finding(int capture, Sight sight) {}

  /**
   * What a drawn checker saw of a peer's captures.
   *
   * @param work the period that the subject committed to
   */
  record Findings(Period period, Key subject, Period work, List<Finding> findings)
      implements OfOthers {
    /** More than anybody is drawn for. */
    public static final int MOST = 4096;

    public Findings {
      findings = List.copyOf(findings);
    }

    @Override
    public byte[] bytes() {
      ByteBuffer out =
          ByteBuffer.allocate(31 + 5 * findings.size())
              .put((byte) 5)
              .putInt(period.number())
              .put(subject.toBytes())
              .putInt(work.number())
              .putShort((short) findings.size());
      findings.forEach(each -> out.putInt(each.capture()).put((byte) each.sight().ordinal()));
      return out.array();
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
              period,
              in.getLong(),
              in.getInt(),
              in.getLong(),
              in.getInt(),
              hash(in),
              hash(in),
              hash(in),
              hash(in),
              hash(in));
      case 2 ->
          new Accusation(
              period, key(in), new Period(in.getInt()), in.getInt(), in.getLong(), hash(in));
      case 3 -> vote(period, key(in), hash(in), in.get());
      case 5 -> findings(period, key(in), new Period(in.getInt()), in);
      case 4 -> refusal(period, key(in), in.get(), in.get(), in.getInt());
      default -> null;
    };
  }

  private static @Nullable Vote vote(Period period, Key subject, byte[] accusation, int sight) {
    if (sight < 0 || sight >= Sight.values().length) {
      return null;
    }
    return new Vote(period, subject, accusation, Sight.values()[sight]);
  }

  private static @Nullable Findings findings(
      Period period, Key subject, Period work, ByteBuffer in) {
    int count = in.getShort() & 0xFFFF;
    if (count > Findings.MOST || in.remaining() < 5 * count) {
      return null;
    }
    List<Finding> findings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int capture = in.getInt();
      int sight = in.get();
      if (sight < 0 || sight >= Sight.values().length) {
        return null;
      }
      findings.add(new Finding(capture, Sight.values()[sight]));
    }
    return new Findings(period, subject, work, findings);
  }

  private static @Nullable Refusal refusal(
      Period period, Key requester, int service, int reason, int due) {
    if (reason < 0
        || reason >= Gate.Reason.values().length
        || service < 0
        || service >= Gate.Service.values().length) {
      return null;
    }
    return new Refusal(
        period, requester, Gate.Service.values()[service], Gate.Reason.values()[reason], due);
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
