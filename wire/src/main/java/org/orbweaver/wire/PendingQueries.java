package org.orbweaver.wire;

import java.util.Arrays;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * The queries of one socket that wait for their answers.
 *
 * <p>All queries share one fixed timeout, so they expire in the order they were sent: a ring in
 * that order needs no timers and no sorting. Two cursors walk it. The stall cursor marks queries
 * that have waited longer than {@link RoundTripTimes#stallTimeout}: whoever asked should move on.
 * The expiry cursor ends them after the fixed 10 s; an answer that comes in between still counts
 * (the indexer paper, §2.4).
 *
 * <pre>
 *    expiry            stall                       head
 *      ↓                 ↓                           ↓
 *   ───┬─────────────────┬───────────────────────────┬───→ sequence
 *      │ stalled, but an │ waiting                   │
 *      │ answer counts   │                           │
 * </pre>
 *
 * <p>A transaction is a number of 48 bits: the lower 24 bits of the query's sequence, which find
 * its place at once, and 24 random bits, without which nobody who has not seen the query can answer
 * it. An answer counts only if it comes from the endpoint that was asked.
 *
 * <p>The ring doubles as needed up to its capacity. When it is full, which means that the capacity
 * was sent within one timeout, {@link #add} refuses. Answered queries keep their place until the
 * expiry cursor has passed them, so capacity bounds what is sent in 10 s, not what is unanswered.
 *
 * @param <T> what the asker needs to know when the answer comes
 */
public final class PendingQueries<T> {
  /** The end of waiting: 10 s, as in the indexer paper. */
  public static final long TIMEOUT = 10_000_000_000L;

  /** What {@link #add} gives when the ring is full. */
  public static final long REFUSED = -1;

  /** The most queries that transactions can tell apart. */
  public static final int MAX_CAPACITY = 1 << 24;

  private static final int SEQUENCE_MASK = MAX_CAPACITY - 1;

  /** Told of queries that are not answered in time; may {@link #add} further ones while told. */
  public interface Listener<T> {
    /** The query waits longer than usual; the answer may still come. Told once at most. */
    void onStalled(long now, Endpoint asked, T query);

    /** The query was not answered and is forgotten. */
    void onExpired(long now, Endpoint asked, T query);
  }

  private final int capacity;
  private final RoundTripTimes times;
  private final RandomGenerator random;

  private @Nullable T[] queries;
  private @Nullable Endpoint[] asked;
  private long[] sentAt;
  private int[] nonces;

  private long head;
  private long stall;
  private long expiry;
  private int unanswered;

  /**
   * @param capacity how many queries may be sent within 10 s; rounded up to a power of two
   * @param times of the same socket; learns from the answers
   */
  public PendingQueries(int capacity, RoundTripTimes times, RandomGenerator random) {
    if (capacity < 1 || capacity > MAX_CAPACITY) {
      throw new IllegalArgumentException("a capacity is 1 to 2^24, not " + capacity);
    }
    this.capacity = Integer.highestOneBit(2 * capacity - 1);
    this.times = times;
    this.random = random;
    int first = Math.min(64, this.capacity);
    queries = newArray(first);
    asked = new @Nullable Endpoint[first];
    sentAt = new long[first];
    nonces = new int[first];
  }

  /**
   * A query is about to be sent.
   *
   * @return its transaction, or {@link #REFUSED}
   */
  public long add(long now, Endpoint to, T query) {
    if (head - expiry == queries.length) {
      passAnswered();
      if (head - expiry == capacity) {
        return REFUSED;
      }
      if (head - expiry == queries.length) {
        grow();
      }
    }
    int slot = slot(head);
    int nonce = random.nextInt() >>> 8;
    queries[slot] = query;
    asked[slot] = to;
    sentAt[slot] = now;
    nonces[slot] = nonce;
    unanswered++;
    return (head++ & SEQUENCE_MASK) << 24 | nonce;
  }

  /**
   * A reply or an error arrived.
   *
   * @return the query it answers; null if there is none, or none any more, or if somebody else was
   *     asked
   */
  public @Nullable T answer(long now, Endpoint from, long transaction) {
    int slot = find(transaction);
    if (slot < 0 || !from.equals(asked[slot])) {
      return null;
    }
    times.add(now - sentAt[slot]);
    return take(slot);
  }

  /** The query could not be sent after all; it is forgotten and nobody is told. */
  public void cancel(long transaction) {
    int slot = find(transaction);
    if (slot >= 0) {
      take(slot);
    }
  }

  /** Tells of all queries that have stalled or expired by now. */
  public void advance(long now, Listener<? super T> listener) {
    while (expiry < head) {
      int slot = slot(expiry);
      Endpoint to = asked[slot];
      if (to != null && now - sentAt[slot] < TIMEOUT) {
        break;
      }
      expiry++;
      if (to != null) {
        listener.onExpired(now, to, take(slot));
      }
    }
    stall = Math.max(stall, expiry);
    long timeout = times.stallTimeout();
    while (stall < head) {
      int slot = slot(stall);
      Endpoint to = asked[slot];
      if (to != null && now - sentAt[slot] < timeout) {
        break;
      }
      stall++;
      if (to != null) {
        listener.onStalled(now, to, query(slot));
      }
    }
  }

  /** When {@link #advance} is wanted next; {@link PacketHandler#NEVER} if nothing waits. */
  public long nextDeadline() {
    passAnswered();
    if (expiry == head) {
      return PacketHandler.NEVER;
    }
    long end = sentAt[slot(expiry)] + TIMEOUT;
    return stall == head ? end : Math.min(end, sentAt[slot(stall)] + times.stallTimeout());
  }

  /** How many queries are neither answered nor expired. */
  public int unanswered() {
    return unanswered;
  }

  private void passAnswered() {
    while (expiry < head && asked[slot(expiry)] == null) {
      expiry++;
    }
    stall = Math.max(stall, expiry);
    while (stall < head && asked[slot(stall)] == null) {
      stall++;
    }
  }

  /** The slot of a pending query, or −1. */
  private int find(long transaction) {
    long sequence = expiry + ((transaction >>> 24) - expiry & SEQUENCE_MASK);
    if (transaction >>> 48 != 0 || sequence >= head) {
      return -1;
    }
    int slot = slot(sequence);
    boolean same = asked[slot] != null && nonces[slot] == (transaction & 0xFFFFFF);
    return same ? slot : -1;
  }

  private T take(int slot) {
    T query = query(slot);
    queries[slot] = null;
    asked[slot] = null;
    unanswered--;
    return query;
  }

  private T query(int slot) {
    return Objects.requireNonNull(queries[slot]);
  }

  private int slot(long sequence) {
    return (int) sequence & queries.length - 1;
  }

  /** Doubles the ring; a query's slot follows from its sequence as before. */
  private void grow() {
    int before = queries.length;
    queries = Arrays.copyOf(queries, 2 * before);
    asked = Arrays.copyOf(asked, 2 * before);
    sentAt = Arrays.copyOf(sentAt, 2 * before);
    nonces = Arrays.copyOf(nonces, 2 * before);
    for (long sequence = expiry; sequence < head; sequence++) {
      int from = (int) sequence & before - 1;
      int to = slot(sequence);
      if (from != to) {
        queries[to] = queries[from];
        asked[to] = asked[from];
        sentAt[to] = sentAt[from];
        nonces[to] = nonces[from];
        queries[from] = null;
        asked[from] = null;
      }
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // never leaves this object
  private static <T> @Nullable T[] newArray(int length) {
    return (@Nullable T[]) new @Nullable Object[length];
  }
}
