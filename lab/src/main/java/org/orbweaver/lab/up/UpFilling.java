package org.orbweaver.lab.up;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.app.Progress;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.lab.archive.HandMadeCollection;
import org.orbweaver.lab.search.SyntheticTorrents;

/** What an {@code orb up} may have gathered in its life, made in minutes. */
final class UpFilling {
  private static final int BATCH = 5_000;
  private static final int HOSTS = 2_000;
  private static final int DAYS = 365;
  private static final long SEED = 22;

  private UpFilling() {}

  /** Pages of many sites, some of them several times, over a year. */
  static void captures(Path archive, int count, Progress progress) throws IOException {
    if (count == 0) {
      return;
    }
    Files.createDirectories(archive);
    Instant first = Instant.now().minusSeconds(DAYS * 86_400L);
    try (HandMadeCollection made = new HandMadeCollection(archive)) {
      for (int i = 0; i < count; i++) {
        int page = i % Math.max(1, count / 2);
        String text =
            "<title>page %d</title><p>What was said on page %d the time number %d."
                .formatted(page, page, i);
        made.add(
            "http://host%d.example/page-%d".formatted(page % HOSTS, page),
            first.plusSeconds((long) i * DAYS * 86_400L / count),
            "text/html",
            text.getBytes(StandardCharsets.UTF_8));
        if (i % BATCH == 0) {
          made.commit();
          progress.at((double) i / count, "filling the archive");
        }
      }
    }
  }

  /**
   * Their swarms were counted lately, at times that lie evenly within the interval of counts. Were
   * none of them counted, nothing else would be measured for days than the counting of them all.
   */
  static void torrents(Path file, int count, Progress progress) {
    if (count == 0) {
      return;
    }
    SyntheticTorrents synthetic = new SyntheticTorrents(SEED);
    long now = System.currentTimeMillis() * 1_000_000;
    long interval = StoreSettings.DEFAULT.recount().toNanos();
    try (TorrentStore store =
        TorrentStores.open(file.toString(), RuleClassifier.builtIn(), StoreSettings.DEFAULT)) {
      for (int from = 0; from < count; from += BATCH) {
        List<Outcome> outcomes = new ArrayList<>(BATCH);
        List<SwarmCount> counts = new ArrayList<>(BATCH);
        for (int i = from; i < Math.min(count, from + BATCH); i++) {
          TorrentEntry torrent = synthetic.torrent(i);
          outcomes.add(new Outcome.Fetched(torrent));
          counts.add(synthetic.swarm(i, torrent.hash()));
        }
        store.settle(outcomes, now);
        store.counted(counts, now - (long) (interval * ((double) from / count)));
        progress.at((double) from / count, "filling the index");
      }
    }
  }
}
