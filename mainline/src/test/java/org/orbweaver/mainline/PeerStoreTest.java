package org.orbweaver.mainline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class PeerStoreTest {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final PeerStore.Limits SMALL =
      new PeerStore.Limits(50, 400, 30, 10, Duration.ofMinutes(45), Duration.ofMinutes(30));

  private final SplittableRandom random = new SplittableRandom(4);
  private final Key hash = Key.random(random);

  @Test
  void peerAnnouncedTwiceIsKeptOnceWithItsLastPort() {
    PeerStore store = new PeerStore(SMALL, random);
    assertThat(store.announce(0, hash, peer(1).withPort(100), false)).isTrue();
    assertThat(store.announce(0, hash, peer(1).withPort(200), true)).isTrue();
    Swarm swarm = requireNonNull(store.swarm(hash));
    assertThat(swarm.size()).isEqualTo(1);
    assertThat(swarm.peer(0)).isEqualTo(peer(1).withPort(200));
    assertThat(swarm.isSeed(0)).isTrue();
  }

  @Test
  void peerIsForgottenAfterItsLifetime() {
    PeerStore store = new PeerStore(SMALL, random);
    store.announce(0, hash, peer(1), false);
    store.announce(30 * MINUTE, hash, peer(2), false);
    store.sweep(46 * MINUTE, 50);
    assertThat(requireNonNull(store.swarm(hash)).size()).isEqualTo(1);
    store.sweep(76 * MINUTE, 50);
    assertThat(store.swarm(hash)).isNull();
    assertThat(store.peers()).isZero();
  }

  @Test
  void siteThatHasItsShareIsRefusedUntilSomethingExpires() {
    PeerStore store = new PeerStore(SMALL, random);
    for (int i = 0; i < 10; i++) {
      assertThat(store.announce(0, Key.random(random), peer(1), false)).isTrue();
    }
    assertThat(store.announce(0, hash, peer(1), false)).isFalse();
    assertThat(store.announce(0, hash, peer(2), false)).isTrue();
    store.sweep(46 * MINUTE, 50);
    assertThat(store.announce(46 * MINUTE, hash, peer(1), false)).isTrue();
  }

  @Test
  void wholeIpv6NetworkOfOneCustomerIsOneSite() {
    PeerStore store = new PeerStore(SMALL, random);
    int accepted = 0;
    for (int i = 0; i < 20; i++) {
      accepted += store.announce(0, hash, Endpoint.v6(0x2A00L << 48, i, 1), false) ? 1 : 0;
    }
    assertThat(accepted).isEqualTo(10);
  }

  @Test
  void fullSwarmTakesNoMore() {
    PeerStore store = new PeerStore(SMALL, random);
    for (int i = 0; i < 30; i++) {
      assertThat(store.announce(0, hash, peer(i), false)).isTrue();
    }
    assertThat(store.isFull(store.swarm(hash))).isTrue();
    assertThat(store.announce(0, hash, peer(99), false)).isFalse();
    assertThat(store.announce(0, hash, peer(3), true)).isTrue();
  }

  @Test
  void floodOfInventedHashesDoesNotPushOutAPopularSwarm() {
    PeerStore store = new PeerStore(SMALL, random);
    for (int i = 0; i < 25; i++) {
      store.announce(0, hash, peer(i), false);
    }
    for (int i = 0; i < 10_000; i++) {
      store.announce(i, Key.random(random), peer(1000 + i), false);
    }
    assertThat(store.hashes()).isLessThanOrEqualTo(50);
    assertThat(requireNonNull(store.swarm(hash)).size()).isEqualTo(25);
  }

  @Test
  void drawnPeersAreDistinctAndEvenlySpread() {
    Swarm swarm = new Swarm(hash);
    for (int i = 0; i < 20; i++) {
      swarm.add(0, peer(i), i % 2 == 0, i);
    }
    Map<Endpoint, Integer> seen = new HashMap<>();
    for (int round = 0; round < 4000; round++) {
      Endpoint[] drawn = new Endpoint[5];
      assertThat(swarm.draw(drawn, true, random)).isEqualTo(5);
      assertThat(drawn).doesNotHaveDuplicates();
      for (Endpoint peer : drawn) {
        seen.merge(peer, 1, Integer::sum);
      }
    }
    assertThat(seen).hasSize(20);
    seen.values().forEach(times -> assertThat(times).isCloseTo(1000, within(150)));
  }

  @Test
  void drawWithoutSeedsYieldsLeechersOnly() {
    Swarm swarm = new Swarm(hash);
    for (int i = 0; i < 20; i++) {
      swarm.add(0, peer(i), i % 4 != 0, i);
    }
    Endpoint[] drawn = new Endpoint[5];
    assertThat(swarm.draw(drawn, false, random)).isEqualTo(5);
    assertThat(drawn).containsExactlyInAnyOrder(peer(0), peer(4), peer(8), peer(12), peer(16));
  }

  @Test
  void scrapeTellsSeedsFromPeers() {
    PeerStore store =
        new PeerStore(
            new PeerStore.Limits(
                10, 10_000, 6000, 10, Duration.ofMinutes(45), Duration.ofMinutes(30)),
            random);
    for (int i = 0; i < 300; i++) {
      store.announce(0, hash, peer(i), i < 100);
    }
    ScrapeFilter seeds = new ScrapeFilter();
    ScrapeFilter peers = new ScrapeFilter();
    requireNonNull(store.swarm(hash)).fill(seeds, peers);
    assertThat(seeds.estimate()).isCloseTo(100, within(10.0));
    assertThat(peers.estimate()).isCloseTo(200, within(15.0));
  }

  @Test
  void sampleHoldsEverythingWhileItFitsAndChangesOncePerInterval() {
    PeerStore store = new PeerStore(SMALL, random);
    for (int i = 0; i < 20; i++) {
      store.announce(0, Key.random(random), peer(i), false);
      InfohashSample sample = store.sample(0);
      assertThat(sample.size()).isEqualTo(i + 1);
      assertThat(sample.secondsLeft(0)).isZero();
    }
    for (int i = 20; i < 50; i++) {
      store.announce(0, Key.random(random), peer(i), false);
    }
    Set<Key> first = keys(store.sample(0));
    assertThat(first).hasSize(20);
    assertThat(store.sample(0).outOf()).isEqualTo(50);
    assertThat(store.sample(0).secondsLeft(0)).isEqualTo(1800);
    assertThat(keys(store.sample(29 * MINUTE))).isEqualTo(first);
    assertThat(keys(store.sample(30 * MINUTE))).hasSize(20).isNotEqualTo(first);
  }

  @Test
  void storeAgreesWithASimpleModelUnderRandomUse() {
    long seed = 20_251_115L;
    SplittableRandom dice = new SplittableRandom(seed);
    PeerStore store =
        new PeerStore(
            new PeerStore.Limits(
                100, 10_000, 1000, 1000, Duration.ofMinutes(45), Duration.ofMinutes(30)),
            random);
    Key[] hashes = new Key[40];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = Key.random(dice);
    }
    Map<Key, Map<Endpoint, Long>> model = new HashMap<>();
    long now = 0;
    for (int step = 0; step < 20_000; step++) {
      now += dice.nextLong(MINUTE / 10);
      Key key = hashes[dice.nextInt(hashes.length)];
      Endpoint peer = peer(dice.nextInt(50));
      store.announce(now, key, peer, false);
      model.computeIfAbsent(key, _ -> new HashMap<>()).put(peer, now);
      if (step % 50 == 0) {
        store.sweep(now, hashes.length);
        long oldest = now - 45 * MINUTE;
        model.values().forEach(peers -> peers.values().removeIf(announced -> announced <= oldest));
        model.values().removeIf(Map::isEmpty);
        assertThat(store.hashes()).as("seed %d step %d", seed, step).isEqualTo(model.size());
        int peers = model.values().stream().mapToInt(Map::size).sum();
        assertThat(store.peers()).as("seed %d step %d", seed, step).isEqualTo(peers);
      }
    }
  }

  private static Set<Key> keys(InfohashSample sample) {
    return new HashSet<>(List.of(sample.shared()).subList(0, sample.size()));
  }

  private static Endpoint peer(int number) {
    return Endpoint.v4(0x0B000000 + number, 6881);
  }
}
