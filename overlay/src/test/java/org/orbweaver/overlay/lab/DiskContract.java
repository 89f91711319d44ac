package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/** What the ledger relies on, of the lab's disk and of the real one. */
public abstract class DiskContract {
  private static final long SEED = 20_261_116;

  /** The disk in use. */
  protected abstract Disk disk();

  /** Kills the peer without warning and has it start again on the same disk. */
  protected abstract void crash() throws Exception;

  /** Waits until the sync has called back. */
  protected abstract void syncNow() throws Exception;

  @Test
  void readsSeeWritesThatAreNotSynced() {
    Entry entry = entry(1, 2, 0, "unsynced");
    disk().put(entry);
    assertThat(disk().get(entry.id())).isEqualTo(entry);
    disk().delete(entry.id());
    assertThat(disk().get(entry.id())).isNull();
  }

  @Test
  void whatWasSyncedSurvivesACrash() throws Exception {
    Entry kept = entry(1, 2, 0, "kept");
    Entry deleted = entry(1, 3, 0, "deleted");
    disk().put(kept);
    disk().put(deleted);
    syncNow();
    disk().delete(deleted.id());
    syncNow();
    crash();
    assertThat(disk().get(kept.id())).isEqualTo(kept);
    assertThat(disk().get(deleted.id())).isNull();
  }

  @Test
  void entriesComeInTheOrderOfTheirKeysAndNames() {
    Entry negative = entry(7, -1, 0, "negative name");
    Entry positive = entry(7, 1, 0, "positive name");
    Entry high = entry(-1, 0, 0, "the largest key");
    for (Entry each : List.of(high, positive, negative)) {
      disk().put(each);
    }
    assertThat(disk().from(EntryId.FIRST, 10)).containsExactly(negative, positive, high);
    assertThat(disk().from(positive.id(), 1)).containsExactly(positive);
    assertThat(disk().from(new EntryId(Key.MAX, Long.MAX_VALUE), 1)).isEmpty();
  }

  /** Against a model that knows of each entry all states it may be in after a crash. */
  @Test
  void aCrashLosesOnlyWhatWasNotSynced() throws Exception {
    RandomGenerator random = new SplittableRandom(SEED);
    TreeMap<EntryId, Entry> synced = new TreeMap<>();
    TreeMap<EntryId, Entry> written = new TreeMap<>();
    TreeMap<EntryId, Boolean> touched = new TreeMap<>();
    for (int i = 0; i < 2000; i++) {
      EntryId id = new EntryId(new Key(random.nextInt(20), 0, 0), random.nextInt(-3, 4));
      switch (random.nextInt(100)) {
        case 0 -> {
          crash();
          for (EntryId each : touched.keySet()) {
            Entry now = disk().get(each);
            assertThat(now == null || now.id().equals(each)).isTrue();
            reconcile(synced, each, now);
          }
          assertThat(disk().from(EntryId.FIRST, 1000))
              .as("seed %d, step %d", SEED, i)
              .containsExactlyElementsOf(synced.values());
          written = new TreeMap<>(synced);
          touched.clear();
        }
        case 1, 2, 3 -> {
          syncNow();
          synced = new TreeMap<>(written);
          touched.clear();
        }
        case 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 -> {
          disk().delete(id);
          written.remove(id);
          touched.put(id, true);
        }
        default -> {
          Entry entry = new Entry(id, i, new byte[random.nextInt(50)]);
          disk().put(entry);
          written.put(id, entry);
          touched.put(id, true);
        }
      }
    }
  }

  /** Unsynced writes may or may not have survived: the disk decides. */
  private static void reconcile(Map<EntryId, Entry> synced, EntryId id, @Nullable Entry now) {
    if (now == null) {
      synced.remove(id);
    } else {
      synced.put(id, now);
    }
  }

  protected static Entry entry(long key, long name, int rank, String body) {
    return new Entry(
        new EntryId(new Key(key, 0, 0), name), rank, body.getBytes(StandardCharsets.UTF_8));
  }
}
