package org.orbweaver.census.net;

import java.util.Arrays;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;

/**
 * Questions that wait for their answers, in the order they were sent: a ring with two cursors, as
 * in {@code wire.PendingQueries}. Past the first, questions are overdue and no longer fill the
 * window; past the second they are given up.
 *
 * <pre>
 *   given up           overdue                     head
 *      ↓                  ↓                          ↓
 *   ───┬──────────────────┬──────────────────────────┬───→ sequence
 *      │ an answer counts │ fresh: fills the window  │
 * </pre>
 *
 * It differs in that a question is given up when an answer has become unlikely, after a second or
 * two, not after ten: its leaf of the keyspace has to wait for it.
 *
 * <p>A transaction is the lower 24 bits of the sequence and 24 random ones. The ring doubles as
 * needed; full, with two million sent within the patience, it refuses.
 */
final class OpenQuestions {
  static final long REFUSED = -1;

  private static final int CAPACITY = 1 << 21;
  private static final int SEQUENCE_MASK = (1 << 24) - 1;

  /** Told of questions that are given up; may add further ones while told. */
  @FunctionalInterface
  interface Listener {
    void givenUp(long now, Endpoint asked, AskedQuestion question);
  }

  private final RandomGenerator random;
  private @Nullable AskedQuestion[] questions = new @Nullable AskedQuestion[1024];
  private @Nullable Endpoint[] asked = new @Nullable Endpoint[1024];
  private long[] sentAt = new long[1024];
  private int[] nonces = new int[1024];
  private long head;
  private long overdue;
  private long tail;
  private int size;
  private int fresh;

  OpenQuestions(RandomGenerator random) {
    this.random = random;
  }

  /** Neither answered nor given up. */
  int size() {
    return size;
  }

  /** Those of them that are not overdue. */
  int fresh() {
    return fresh;
  }

  /** The transaction of a question that is about to be sent, or {@link #REFUSED}. */
  long add(long now, Endpoint to, AskedQuestion question) {
    if (head - tail == questions.length) {
      passEnded();
      if (head - tail == CAPACITY) {
        return REFUSED;
      }
      if (head - tail == questions.length) {
        grow();
      }
    }
    int slot = slot(head);
    int nonce = random.nextInt() >>> 8;
    questions[slot] = question;
    asked[slot] = to;
    sentAt[slot] = now;
    nonces[slot] = nonce;
    size++;
    fresh++;
    return (head++ & SEQUENCE_MASK) << 24 | nonce;
  }

  /** The question's place, −1 if there is none or somebody else was asked. */
  int find(Endpoint from, long transaction) {
    long sequence = tail + ((transaction >>> 24) - tail & SEQUENCE_MASK);
    if (transaction >>> 48 != 0 || sequence >= head) {
      return -1;
    }
    int slot = slot(sequence);
    return nonces[slot] == (transaction & 0xFFFFFF) && from.equals(asked[slot]) ? slot : -1;
  }

  long sentAt(int place) {
    return sentAt[place];
  }

  /** Ends the question at that place. */
  AskedQuestion take(int place) {
    // A place tells its sequence up to the ring's length, and the ring is no longer than that.
    long sequence = tail + (place - tail & questions.length - 1);
    fresh -= sequence >= overdue ? 1 : 0;
    size--;
    AskedQuestion question = Objects.requireNonNull(questions[place]);
    questions[place] = null;
    asked[place] = null;
    return question;
  }

  /**
   * Gives up what has waited too long.
   *
   * @param patience until a question is overdue
   * @param lastPatience until it is given up
   */
  void advance(long now, long patience, long lastPatience, Listener listener) {
    for (; overdue < head; overdue++) {
      int slot = slot(overdue);
      if (asked[slot] != null) {
        if (now - sentAt[slot] < patience) {
          break;
        }
        fresh--;
      }
    }
    while (tail < head) {
      int slot = slot(tail);
      Endpoint to = asked[slot];
      if (to == null) {
        tail++;
        continue;
      }
      if (now - sentAt[slot] < lastPatience) {
        break;
      }
      AskedQuestion question = take(slot);
      tail++;
      overdue = Math.max(overdue, tail);
      listener.givenUp(now, to, question);
    }
    overdue = Math.max(overdue, tail);
  }

  /** When {@link #advance} is wanted next. */
  long nextDeadline(long patience, long lastPatience) {
    passEnded();
    if (tail == head) {
      return PacketHandler.NEVER;
    }
    long end = sentAt[slot(tail)] + lastPatience;
    return overdue == head ? end : Math.min(end, sentAt[slot(overdue)] + patience);
  }

  private void passEnded() {
    while (tail < head && asked[slot(tail)] == null) {
      tail++;
    }
    overdue = Math.max(overdue, tail);
    while (overdue < head && asked[slot(overdue)] == null) {
      overdue++;
    }
  }

  private int slot(long sequence) {
    return (int) sequence & questions.length - 1;
  }

  private void grow() {
    int before = questions.length;
    questions = Arrays.copyOf(questions, 2 * before);
    asked = Arrays.copyOf(asked, 2 * before);
    sentAt = Arrays.copyOf(sentAt, 2 * before);
    nonces = Arrays.copyOf(nonces, 2 * before);
    for (long sequence = tail; sequence < head; sequence++) {
      int from = (int) sequence & before - 1;
      int to = slot(sequence);
      if (from != to) {
        questions[to] = questions[from];
        asked[to] = asked[from];
        sentAt[to] = sentAt[from];
        nonces[to] = nonces[from];
        questions[from] = null;
        asked[from] = null;
      }
    }
  }
}
