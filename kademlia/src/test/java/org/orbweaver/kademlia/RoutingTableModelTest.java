package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories; after each stretch the table is checked against what it was told. */
class RoutingTableModelTest {
  private static final long START = 1_800_000_000L * 1_000_000_000L;

  @ParameterizedTest
  @CsvSource({"1, 11", "1, 12", "3, 21", "64, 31", "64, 32", "64, 33"})
  void holdsItsPromisesThroughAnyHistory(int homes, long seed) {
    History history = new History(homes, seed);
    for (int i = 0; i < 20; i++) {
      history.run(2000);
      history.check();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void manyThreadsMayReportAndRead(long seed) throws Exception {
    History history = new History(64, seed);
    history.run(5000);
    CountDownLatch ready = new CountDownLatch(4);
    List<Future<?>> futures = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int t = 0; t < 4; t++) {
        Random own = new Random(seed + t);
        futures.add(
            threads.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  for (int i = 0; i < 20_000; i++) {
                    history.step(own, START + i);
                    history.assertSorted(Key.random(own));
                  }
                  return null;
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    }
    history.checkStructure();
  }

  private static final class History {
    final String name;
    final Random random;
    final RoutingTable table = new RoutingTable(TablePolicy.PUBLIC);
    final List<Contact> world = new ArrayList<>();
    final Set<Contact> answered = new HashSet<>();
    final Map<Contact, Integer> failures = new HashMap<>();
    long now = START;

    History(int homes, long seed) {
      this.name = homes + " homes, seed " + seed;
      this.random = new Random(seed);
      Key root = Key.random(random);
      for (int i = 0; i < homes; i++) {
        table.addLocalId(new Key(root.high() ^ Long.reverse(i), root.middle(), root.low()));
      }
      for (int i = 0; i < 4000; i++) {
        Endpoint endpoint =
            Endpoint.v4(0x20000000 + random.nextInt(1 << 20), 1 + random.nextInt(9));
        world.add(new Contact(Key.random(random), endpoint));
      }
    }

    void run(int steps) {
      for (int i = 0; i < steps; i++) {
        now += random.nextInt(1_000_000_000);
        step(random, now);
      }
    }

    void step(Random dice, long time) {
      Contact contact = world.get(dice.nextInt(world.size()));
      int kind = dice.nextInt(100);
      if (kind < 50) {
        table.onReply(time, contact, 1);
      } else if (kind < 70) {
        table.onQuery(time, contact);
      } else if (kind < 98) {
        table.onTimeout(time, contact);
      } else if (kind < 99) {
        table.onReply(time, new Contact(contact.id(), Endpoint.v4(dice.nextInt(), 7)), 1);
      } else {
        Key home = Key.random(dice);
        table.addLocalId(home);
        table.removeLocalId(home);
      }
      note(contact, kind);
    }

    synchronized void note(Contact contact, int kind) {
      if (kind < 50) {
        answered.add(contact);
        failures.remove(contact);
      } else if (kind >= 70 && kind < 98) {
        failures.merge(contact, 1, Integer::sum);
      }
    }

    void check() {
      checkStructure();
      Set<Contact> known = new HashSet<>(world);
      for (EntryView entry : table.entries()) {
        assertThat(entry.failures()).as(name).isLessThan(5);
        if (known.contains(entry.contact())) {
          assertThat(answered).as(name).contains(entry.contact());
          assertThat(entry.failures())
              .as(name)
              .isEqualTo(failures.getOrDefault(entry.contact(), 0));
        }
      }
      for (int i = 0; i < 50; i++) {
        assertClosest(Key.random(random), 1 + random.nextInt(20));
      }
      for (Key home : table.localIds()) {
        assertClosest(home, 8);
      }
    }

    void assertClosest(Key target, int count) {
      List<Contact> expected =
          table.entries().stream()
              .filter(entry -> entry.failures() == 0)
              .map(EntryView::contact)
              .sorted((a, b) -> target.compareDistance(a.id(), b.id()))
              .limit(count)
              .toList();
      Contact[] into = new Contact[count];
      int found = table.closest(target, count, into);
      assertThat(Arrays.asList(into).subList(0, found)).as(name).isEqualTo(expected);
    }

    void assertSorted(Key target) {
      Contact[] into = new Contact[8];
      int found = table.closest(target, 8, into);
      for (int i = 1; i < found; i++) {
        if (target.compareDistance(into[i - 1].id(), into[i].id()) >= 0) {
          throw new AssertionError(name + ": out of order around " + target);
        }
      }
    }

    /** Buckets cover the space in order without gaps; all limits hold. */
    void checkStructure() {
      Key next = Key.ZERO;
      Set<Endpoint> addresses = new HashSet<>();
      Map<Long, Integer> networks = new HashMap<>();
      for (BucketView bucket : table.buckets()) {
        assertThat(bucket.prefix().first()).as(name).isEqualTo(next);
        next = bucket.prefix().last().next();
        assertThat(bucket.entries()).as(name).hasSizeLessThanOrEqualTo(8);
        assertThat(bucket.replacements()).as(name).hasSizeLessThanOrEqualTo(8);
        assertThat(bucket.home())
            .as(name)
            .isEqualTo(table.localIds().stream().anyMatch(bucket.prefix()::contains));
        Set<Key> ids = new HashSet<>();
        for (EntryView entry : bucket.entries()) {
          assertThat(entry.verified()).as(name).isTrue();
          assertThat(bucket.prefix().contains(entry.contact().id())).as(name).isTrue();
          assertThat(table.isLocalId(entry.contact().id())).as(name).isFalse();
          assertThat(ids.add(entry.contact().id())).as(name).isTrue();
          assertThat(addresses.add(entry.contact().endpoint().withPort(0))).as(name).isTrue();
          networks.merge(entry.contact().endpoint().network(), 1, Integer::sum);
        }
        for (EntryView entry : bucket.replacements()) {
          assertThat(bucket.prefix().contains(entry.contact().id())).as(name).isTrue();
          assertThat(ids.add(entry.contact().id())).as(name).isTrue();
        }
      }
      assertThat(next).as(name).isEqualTo(Key.ZERO);
      assertThat(networks.values()).as(name).allMatch(count -> count <= 2);
    }
  }
}
