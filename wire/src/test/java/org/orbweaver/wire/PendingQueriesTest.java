package org.orbweaver.wire;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;

class PendingQueriesTest {
  private static final long SECOND = 1_000_000_000;
  private static final Endpoint ALICE = Endpoint.parse("192.0.2.1:6881");
  private static final Endpoint BOB = Endpoint.parse("192.0.2.2:6881");

  private final RoundTripTimes times = new RoundTripTimes();
  private final List<String> told = new ArrayList<>();
  private final PendingQueries.Listener<String> log = new Log();

  private final class Log implements PendingQueries.Listener<String> {
    @Override
    public void onStalled(long now, Endpoint asked, String query) {
      told.add(query + " stalled");
    }

    @Override
    public void onExpired(long now, Endpoint asked, String query) {
      told.add(query + " expired");
    }
  }

  @Test
  void answerFindsItsQueryOnce() {
    PendingQueries<String> pending = pending(8);
    long first = pending.add(0, ALICE, "first");
    long second = pending.add(0, ALICE, "second");
    assertThat(pending.answer(5, ALICE, second)).isEqualTo("second");
    assertThat(pending.answer(6, ALICE, second)).isNull();
    assertThat(pending.answer(7, ALICE, first)).isEqualTo("first");
    assertThat(pending.unanswered()).isZero();
    assertThat(pending.nextDeadline()).isEqualTo(PacketHandler.NEVER);
  }

  @Test
  void answerFromAnotherEndpointOrWithAnotherNonceDoesNotCount() {
    PendingQueries<String> pending = pending(8);
    long transaction = pending.add(0, ALICE, "query");
    assertThat(pending.answer(1, BOB, transaction)).isNull();
    assertThat(pending.answer(1, ALICE.withPort(1), transaction)).isNull();
    assertThat(pending.answer(1, ALICE, transaction ^ 1)).isNull();
    assertThat(pending.answer(1, ALICE, transaction ^ 1L << 24)).isNull();
    assertThat(pending.answer(1, ALICE, -1)).isNull();
    assertThat(pending.answer(1, ALICE, transaction | 1L << 48)).isNull();
    assertThat(pending.answer(1, ALICE, transaction)).isEqualTo("query");
  }

  @Test
  void queryStallsThenExpires() {
    PendingQueries<String> pending = pending(8);
    pending.add(0, ALICE, "query");
    assertThat(pending.nextDeadline()).isEqualTo(2 * SECOND);
    pending.advance(2 * SECOND - 1, log);
    assertThat(told).isEmpty();
    pending.advance(2 * SECOND, log);
    assertThat(told).containsExactly("query stalled");
    assertThat(pending.nextDeadline()).isEqualTo(10 * SECOND);
    pending.advance(10 * SECOND - 1, log);
    pending.advance(10 * SECOND, log);
    assertThat(told).containsExactly("query stalled", "query expired");
    assertThat(pending.nextDeadline()).isEqualTo(PacketHandler.NEVER);
  }

  @Test
  void lateAnswerStillCountsAndTeachesTheTimeout() {
    PendingQueries<String> pending = pending(64);
    for (int i = 0; i < 20; i++) {
      long transaction = pending.add(0, ALICE, "query");
      pending.advance(3 * SECOND, log);
      assertThat(pending.answer(5 * SECOND, ALICE, transaction)).isEqualTo("query");
    }
    // After sixteen answers of 5 s the timeout is 5 s, and 3 s are no longer stalled.
    assertThat(told).hasSize(16).containsOnly("query stalled");
    assertThat(times.stallTimeout()).isEqualTo(5 * SECOND);
  }

  @Test
  void answerAfterExpiryDoesNotCount() {
    PendingQueries<String> pending = pending(8);
    long transaction = pending.add(0, ALICE, "query");
    pending.advance(10 * SECOND, log);
    assertThat(pending.answer(10 * SECOND, ALICE, transaction)).isNull();
  }

  @Test
  void queryThatWasFarOverdueExpiresWithoutStallingFirst() {
    PendingQueries<String> pending = pending(8);
    pending.add(0, ALICE, "query");
    pending.advance(60 * SECOND, log);
    assertThat(told).containsExactly("query expired");
  }

  @Test
  void cancelledQueryIsForgotten() {
    PendingQueries<String> pending = pending(8);
    pending.cancel(pending.add(0, ALICE, "query"));
    pending.advance(60 * SECOND, log);
    assertThat(told).isEmpty();
    assertThat(pending.unanswered()).isZero();
  }

  @Test
  void fullRingRefusesUntilTheOldestEnds() {
    PendingQueries<String> pending = pending(100); // rounded up to 128
    long oldest = pending.add(0, ALICE, "oldest");
    for (int i = 1; i < 128; i++) {
      assertThat(pending.add(1, ALICE, "query")).isNotEqualTo(PendingQueries.REFUSED);
    }
    assertThat(pending.add(2, ALICE, "one too many")).isEqualTo(PendingQueries.REFUSED);
    assertThat(pending.answer(3, ALICE, oldest)).isEqualTo("oldest");
    assertThat(pending.add(4, ALICE, "fits again")).isNotEqualTo(PendingQueries.REFUSED);
    assertThat(pending.add(4, ALICE, "one too many")).isEqualTo(PendingQueries.REFUSED);
  }

  @Test
  void listenerMayAskOnWhileItIsTold() {
    PendingQueries<String> pending = pending(1 << 12);
    for (int i = 0; i < 64; i++) {
      pending.add(0, ALICE, "first");
    }
    pending.advance(
        10 * SECOND,
        new PendingQueries.Listener<String>() {
          @Override
          public void onStalled(long now, Endpoint asked, String query) {
            throw new AssertionError("nothing new stalls at once");
          }

          @Override
          public void onExpired(long now, Endpoint asked, String query) {
            for (int i = 0; i < 3; i++) {
              pending.add(now, BOB, "second");
            }
          }
        });
    assertThat(pending.unanswered()).isEqualTo(192);
    pending.advance(20 * SECOND, log);
    assertThat(told).hasSize(192).containsOnly("second expired");
  }

  @Test
  void transactionsDoNotRepeatAmongPendingQueries() {
    PendingQueries<String> pending = pending(1 << 16);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 1 << 16; i++) {
      assertThat(seen.add(pending.add(0, ALICE, "query"))).isTrue();
    }
    assertThat(seen).allMatch(transaction -> transaction >>> 48 == 0);
  }

  @Test
  void capacityIsChecked() {
    assertThatThrownBy(() -> pending(0)).hasMessageContaining("1 to 2^24");
    assertThatThrownBy(() -> pending((1 << 24) + 1)).hasMessageContaining("1 to 2^24");
  }

  /** Random traffic against a map of everything sent. */
  @Test
  void behavesLikeAMapWithTwoTimersPerQuery() {
    for (long seed = 0; seed < 10; seed++) {
      new Model(seed).run();
    }
  }

  private PendingQueries<String> pending(int capacity) {
    return new PendingQueries<>(capacity, times, new Random(5));
  }

  /** Each query has its own two timers; the timeout is read from the tested round-trip times. */
  private static final class Model implements PendingQueries.Listener<Integer> {
    private record Sent(int query, Endpoint to, long at) {}

    private final long seed;
    private final Random random;
    private final RoundTripTimes times = new RoundTripTimes();
    private final PendingQueries<Integer> tested;
    private final Map<Long, Sent> pending = new LinkedHashMap<>();
    private final Map<Integer, Long> transactions = new HashMap<>();
    private final Set<Integer> stalled = new HashSet<>();
    private long now;

    Model(long seed) {
      this.seed = seed;
      random = new Random(seed);
      tested = new PendingQueries<>(1 << random.nextInt(14), times, new Random(seed));
    }

    void run() {
      for (int step = 0; step < 2_000; step++) {
        now += random.nextLong(random.nextInt(50) == 0 ? 4 * SECOND : SECOND / 100);
        switch (random.nextInt(4)) {
          case 0, 1 -> ask(step);
          case 2 -> answer();
          default -> tested.advance(now, this);
        }
        tested.advance(now, this);
        check(step);
      }
    }

    private void ask(int query) {
      Endpoint to = Endpoint.v4(random.nextInt(20), 1);
      long transaction = tested.add(now, to, query);
      if (transaction != PendingQueries.REFUSED) {
        pending.put(transaction, new Sent(query, to, now));
        transactions.put(query, transaction);
      }
    }

    private void answer() {
      if (pending.isEmpty()) {
        return;
      }
      List<Long> choices = new ArrayList<>(pending.keySet());
      long transaction = choices.get(random.nextInt(choices.size()));
      Sent sent = requireNonNull(pending.get(transaction));
      Endpoint from = random.nextInt(4) == 0 ? Endpoint.v4(random.nextInt(20), 1) : sent.to();
      Integer query = tested.answer(now, from, transaction);
      if (from.equals(sent.to())) {
        assertThat(query).as("seed %d", seed).isEqualTo(sent.query());
        pending.remove(transaction);
      } else {
        assertThat(query).as("seed %d", seed).isNull();
      }
    }

    private void check(int step) {
      assertThat(tested.unanswered()).isEqualTo(pending.size());
      long deadline = PacketHandler.NEVER;
      for (Sent sent : pending.values()) {
        long stallAt = sent.at() + times.stallTimeout();
        boolean isStalled = stalled.contains(sent.query());
        // A timeout that grows does not take back what was said under a shorter one.
        assertThat(isStalled || stallAt > now).as("seed %d, step %d", seed, step).isTrue();
        assertThat(sent.at() + PendingQueries.TIMEOUT).isGreaterThan(now);
        deadline = Math.min(deadline, isStalled ? Long.MAX_VALUE : stallAt);
        deadline = Math.min(deadline, sent.at() + PendingQueries.TIMEOUT);
      }
      assertThat(tested.nextDeadline()).as("seed %d, step %d", seed, step).isEqualTo(deadline);
    }

    @Override
    public void onStalled(long at, Endpoint asked, Integer query) {
      assertThat(stalled.add(query)).isTrue();
      Sent sent = requireNonNull(pending.get(transactions.get(query)));
      assertThat(sent.to()).isEqualTo(asked);
      assertThat(at - sent.at()).isGreaterThanOrEqualTo(times.stallTimeout());
    }

    @Override
    public void onExpired(long at, Endpoint asked, Integer query) {
      Sent sent = requireNonNull(pending.remove(transactions.get(query)));
      assertThat(sent.to()).isEqualTo(asked);
      assertThat(at - sent.at()).isGreaterThanOrEqualTo(PendingQueries.TIMEOUT);
    }
  }
}
