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
                  for (int i = 0; i < 10_000; i++) {
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
        table.addLocalId(StaggeredIds.derived(root, i));
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
      List<EntryView> entries = table.entries();
      for (EntryView entry : entries) {
        expect(entry.failures() < 5, "evicted after five failures", entry);
        if (known.contains(entry.contact())) {
          int expected = failures.getOrDefault(entry.contact(), 0);
          expect(answered.contains(entry.contact()), "only who answered is an entry", entry);
          expect(entry.failures() == expected, "failures are counted", entry);
        }
      }
      List<Key> homes = table.localIds();
      for (int i = 0; i < 20; i++) {
        assertClosest(entries, Key.random(random), 1 + random.nextInt(20));
        assertClosest(entries, homes.get(random.nextInt(homes.size())), 8);
      }
    }

    void assertClosest(List<EntryView> entries, Key target, int count) {
      List<Contact> expected =
          entries.stream()
              .filter(entry -> entry.failures() == 0)
              .map(EntryView::contact)
              .sorted(ModelNetwork.byDistance(target))
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
        boolean inOrder = target.compareDistance(into[i - 1].id(), into[i].id()) < 0;
        expect(inOrder, "closest first", target);
      }
    }

    /** Buckets cover the space in order without gaps; all limits hold. */
    void checkStructure() {
      Key next = Key.ZERO;
      Set<Key> ids = new HashSet<>(table.localIds());
      Set<Endpoint> addresses = new HashSet<>();
      Map<Long, Integer> networks = new HashMap<>();
      for (BucketView bucket : table.buckets()) {
        expect(bucket.prefix().first().equals(next), "no gap before", bucket);
        next = bucket.prefix().last().next();
        expect(bucket.entries().size() <= 8, "at most eight entries", bucket);
        expect(bucket.replacements().size() <= 8, "at most eight replacements", bucket);
        boolean home = table.localIds().stream().anyMatch(bucket.prefix()::contains);
        expect(bucket.home() == home, "homes are known", bucket);
        for (EntryView entry : bucket.entries()) {
          Endpoint endpoint = entry.contact().endpoint();
          expect(entry.verified(), "entries are verified", entry);
          expect(addresses.add(endpoint.withPort(0)), "one per address", entry);
          expect(
              networks.merge(endpoint.network(), 1, Integer::sum) <= 2, "two per network", entry);
          checkPlace(bucket, entry, ids);
        }
        bucket.replacements().forEach(entry -> checkPlace(bucket, entry, ids));
      }
      expect(next.equals(Key.ZERO), "no gap at the end", next);
    }

    private void checkPlace(BucketView bucket, EntryView entry, Set<Key> ids) {
      expect(bucket.prefix().contains(entry.contact().id()), "in its range", entry);
      expect(ids.add(entry.contact().id()), "an ID once, and none of ours", entry);
    }

    private void expect(boolean kept, String promise, Object what) {
      if (!kept) {
        throw new AssertionError(name + ": " + promise + ", but " + what);
      }
    }
  }
}
