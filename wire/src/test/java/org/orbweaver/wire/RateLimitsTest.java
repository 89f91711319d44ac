package org.orbweaver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;

class RateLimitsTest {
  private static final long SECOND = 1_000_000_000;
  private static final long START = 1_800_000_000L * SECOND;

  @Test
  void totalRateIsExactOverAnHourOfGreed() {
    TokenBucket bucket = new TokenBucket(333, 10, START);
    long sent = 0;
    long now = START;
    while (now <= START + 3_600 * SECOND) {
      assertThat(bucket.tryTake(now)).isTrue();
      sent++;
      now = bucket.nextAvailable(now);
    }
    assertThat(sent).isEqualTo(333 * 3_600 + 10);
  }

  @Test
  void nextAvailableIsTheFirstMomentThatWorks() {
    TokenBucket bucket = new TokenBucket(7, 1, START);
    long now = START;
    for (int i = 0; i < 100; i++) {
      assertThat(bucket.tryTake(now)).isTrue();
      long next = bucket.nextAvailable(now);
      assertThat(bucket.tryTake(next - 1)).isFalse();
      now = next;
    }
  }

  @Test
  void idleBucketHoldsNoMoreThanItsBurst() {
    TokenBucket bucket = new TokenBucket(1_000_000, 5, 0);
    for (int i = 0; i < 5; i++) {
      assertThat(bucket.tryTake(START)).isTrue();
    }
    assertThat(bucket.tryTake(START)).isFalse();
  }

  @Test
  void clockThatStandsStillGivesNothing() {
    TokenBucket bucket = new TokenBucket(5, 2, START);
    assertThat(bucket.tryTake(START)).isTrue();
    assertThat(bucket.tryTake(START)).isTrue();
    assertThat(bucket.tryTake(START)).isFalse();
    assertThat(bucket.tryTake(START - SECOND)).isFalse();
  }

  @Test
  void noAddressEverGetsFivePacketsInASecond() {
    for (long seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      PerAddressLimit limit =
          new PerAddressLimit(
              PerAddressLimit.DEFAULT_RATE, PerAddressLimit.DEFAULT_BURST, 64, random);
      Map<Endpoint, long[]> lastFour = new HashMap<>();
      long now = START;
      for (int i = 0; i < 50_000; i++) {
        now += random.nextInt(3_000_000);
        Endpoint to = Endpoint.v4(random.nextInt(200), 0);
        if (limit.tryTake(now, to.withPort(random.nextInt(65_536)))) {
          long[] times = lastFour.computeIfAbsent(to, _ -> new long[4]);
          assertThat(now - times[0]).as("seed %d, step %d", seed, i).isGreaterThan(SECOND);
          System.arraycopy(times, 1, times, 0, 3);
          times[3] = now;
        }
      }
    }
  }

  @Test
  void addressGetsItsWholeShareWhileThereIsRoom() {
    PerAddressLimit limit = new PerAddressLimit(4, 3, 1_000, new Random(1));
    Endpoint to = Endpoint.parse("192.0.2.1:6881");
    int sent = 0;
    for (long now = START; now <= START + 10 * SECOND; now += 1_000_000) {
      if (limit.tryTake(now, to)) {
        sent++;
      }
    }
    assertThat(sent).isEqualTo(3 + 4 * 10);
  }

  @Test
  void newcomersToAFullTableAreRefusedUntilSomebodyIsIdle() {
    PerAddressLimit limit = new PerAddressLimit(1, 1, 8, new Random(1));
    for (int i = 0; i < 8; i++) {
      assertThat(limit.tryTake(START, Endpoint.v4(i, 1))).isTrue();
    }
    assertThat(limit.tryTake(START, Endpoint.v4(8, 1))).isFalse();
    assertThat(limit.tryTake(START, Endpoint.v4(0, 1))).isFalse();
    assertThat(limit.tryTake(START + SECOND, Endpoint.v4(8, 1))).isTrue();
  }

  @Test
  void addressesOfOneIpv6NetworkCountAsOne() {
    PerAddressLimit limit = new PerAddressLimit(1, 1, 100, new Random(1));
    assertThat(limit.tryTake(START, Endpoint.parse("[2001:db8::1]:1"))).isTrue();
    assertThat(limit.tryTake(START, Endpoint.parse("[2001:db8::2]:2"))).isFalse();
    assertThat(limit.tryTake(START, Endpoint.parse("[2001:db8:0:1::1]:1"))).isTrue();
    assertThat(limit.tryTake(START, Endpoint.parse("[::1]:1"))).isTrue();
    assertThat(limit.tryTake(START, Endpoint.parse("[::1]:1"))).isFalse();
  }

  @Test
  void tableOfReasonableSizeRefusesHardlyAnybody() {
    // 10,000 strangers a second, each forgotten after a third of a second, in a table for 16,384.
    Random random = new Random(4);
    PerAddressLimit limit = new PerAddressLimit(3, 2, 16_384, random);
    int refused = 0;
    for (int i = 0; i < 200_000; i++) {
      Endpoint stranger = Endpoint.v4(i, 1);
      refused += limit.tryTake(START + i * 100_000L, stranger) ? 0 : 1;
    }
    assertThat(refused).isLessThan(200);
  }
}
