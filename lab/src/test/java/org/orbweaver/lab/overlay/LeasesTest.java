package org.orbweaver.lab.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.node.OverlaySettings;

/** All peers of a swarm want to fetch from the same host, all the time. */
class LeasesTest {
  private static final int PEERS = 10;
  private static final Duration FETCH = Duration.ofSeconds(1);
  private static final Duration DELAY = Duration.ofSeconds(2);

  private final SealedSwarm swarm =
      new SealedSwarm(
          LinkGraph.zipf(10, 1, 1),
          new OverlaySettings(32, 3, 4, 500_000_000L, true, 64, 0.005, 1000),
          11);
  private final Key name = Leases.name("example.org");
  private final Map<Endpoint, Integer> fetches = new HashMap<>();
  private final List<Endpoint> fetching = new ArrayList<>();
  private long lastEnd;
  private long shortestPause = Long.MAX_VALUE;
  private int mostAtOnce;

  private void wantFor(SealedSwarm.Member member) {
    swarm
        .network()
        .execute(
            member.handler(),
            () -> member.node().leases().take(swarm.now(), name, (at, it) -> fetch(member, it)));
  }

  private void fetch(SealedSwarm.Member member, Leases.Lease lease) {
    fetching.add(member.address());
    mostAtOnce = Math.max(mostAtOnce, fetching.size());
    shortestPause = Math.min(shortestPause, swarm.now() - lastEnd);
    swarm
        .clock()
        .at(
            swarm.now() + FETCH.toNanos(),
            now -> {
              fetching.remove(member.address());
              fetches.merge(member.address(), 1, Integer::sum);
              lastEnd = now;
              swarm
                  .network()
                  .execute(
                      member.handler(),
                      () -> member.node().leases().giveBack(now, lease, DELAY.toNanos()));
              wantFor(member);
            });
  }

  private int fetched(List<SealedSwarm.Member> by) {
    return by.stream().mapToInt(member -> fetches.getOrDefault(member.address(), 0)).sum();
  }

  private void start() {
    swarm.start(PEERS);
    swarm.members().forEach(this::wantFor);
    swarm.runFor(Duration.ofSeconds(60));
    fetches.clear();
    mostAtOnce = 0;
    shortestPause = Long.MAX_VALUE;
  }

  @Test
  void onePeerAtATimeFetchesAndTheHostRestsInBetween() {
    start();
    swarm.runFor(Duration.ofMinutes(10));
    assertThat(mostAtOnce).isEqualTo(1);
    assertThat(shortestPause).isGreaterThanOrEqualTo(DELAY.toNanos());
    assertThat(fetched(swarm.members())).isBetween(120, 200); // of 200 that three seconds allow
    assertThat(fetches.values()).hasSize(PEERS).allMatch(count -> count >= 3);
  }

  @Test
  void aLeaseThatIsNotGivenBackRunsOut() {
    start();
    swarm.runFor(Duration.ofSeconds(10));
    Endpoint steward =
        swarm.members().getFirst().node().members().ring().closest(name, 1).getFirst().address();
    SealedSwarm.Member holder =
        swarm.members().stream()
            .filter(member -> !member.address().equals(steward))
            .findFirst()
            .orElseThrow();
    while (!fetching.contains(holder.address())) {
      swarm.runFor(Duration.ofMillis(100));
    }
    swarm.network().detach(holder.handler()); // it dies in the middle of a fetch
    fetches.clear();
    swarm.runFor(Duration.ofSeconds(100));
    assertThat(fetched(swarm.members())).isGreaterThan(10);
    assertThat(mostAtOnce).isEqualTo(1);
  }

  @Test
  void inAPartitionTheMinoritysRateFallsAndTheSumDoesNotDouble() {
    start();
    swarm.runFor(Duration.ofMinutes(5));
    int before = fetched(swarm.members());
    List<SealedSwarm.Member> few = swarm.members().subList(0, 3);
    List<SealedSwarm.Member> many = swarm.members().subList(3, PEERS);
    swarm.network().partition((from, to) -> isOneOf(few, from) == isOneOf(few, to));
    swarm.runFor(Duration.ofMinutes(3)); // until both sides have stewards of their own
    fetches.clear();
    swarm.runFor(Duration.ofMinutes(5));
    assertThat(fetched(few)).as("3 of 10 peers").isBetween(1, before * 35 / 100);
    assertThat(fetched(many)).as("7 of 10 peers").isBetween(before / 2, before * 11 / 10);

    swarm.network().partition((from, to) -> true);
    swarm.runFor(Duration.ofMinutes(3));
    fetches.clear();
    mostAtOnce = 0;
    swarm.runFor(Duration.ofMinutes(5));
    assertThat(mostAtOnce).isEqualTo(1);
    assertThat(fetched(swarm.members())).isBetween(before * 8 / 10, before * 12 / 10);
  }

  @Test
  void twoHalvesTogetherAreNoRuderThanTheWhole() {
    start();
    swarm.runFor(Duration.ofMinutes(5));
    int before = fetched(swarm.members());
    List<SealedSwarm.Member> half = swarm.members().subList(0, PEERS / 2);
    swarm.network().partition((from, to) -> isOneOf(half, from) == isOneOf(half, to));
    swarm.runFor(Duration.ofMinutes(3));
    fetches.clear();
    swarm.runFor(Duration.ofMinutes(5));
    assertThat(fetched(swarm.members())).isBetween(before / 2, before * 11 / 10);
  }

  private static boolean isOneOf(List<SealedSwarm.Member> side, Endpoint address) {
    return side.stream().anyMatch(member -> member.address().equals(address));
  }
}
