package org.orbweaver.lab.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.orbweaver.app.Progress;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;

/** Fills a store with a synthetic catalog and asks it the published questions. */
public final class SearchExperiment {
  private static final int BATCH = 1_000;
  private static final int WARM_UP = 3;
  private static final long SAMPLE = 100_000;
  private static final long NOW = 1_800_000_000_000_000_000L;

  private final long torrents;
  private final int questions;
  private final long seed;
  private final Classifier classifier;
  private final Progress progress;

  public SearchExperiment(
      long torrents, int questions, long seed, Classifier classifier, Progress progress) {
    this.torrents = torrents;
    this.questions = questions;
    this.seed = seed;
    this.classifier = classifier;
    this.progress = progress;
  }

  /**
   * What came out for one engine.
   *
   * @param meanFiles per torrent
   * @param bytes on disk, search index included
   * @param torrentsPerSecond taken in, search index included; 0 if the store was full before
   */
  public record Report(
      String engine,
      long torrents,
      double meanFiles,
      long bytes,
      double bytesPerTorrent,
      double torrentsPerSecond,
      List<String> wordsInATenth,
      double worstP99Millis,
      List<ClassReport> classes) {}

  /**
   * One class of questions; times in milliseconds, from the call to the loaded page.
   *
   * @param meanResults that a question has, as far as they are counted
   */
  public record ClassReport(
      String question, int asked, double p50, double p99, double max, double meanResults) {}

  public Report run(String engine, String where) {
    SyntheticTorrents synthetic = new SyntheticTorrents(seed);
    try (TorrentStore store = TorrentStores.open(where, classifier, StoreSettings.DEFAULT)) {
      // A store that was kept from an earlier run is filled on from where that was stopped.
      long already = store.stats(NOW).torrents() / BATCH * BATCH;
      long startedAt = System.nanoTime();
      if (already < torrents) {
        store.load(() -> fill(store, synthetic, engine, already));
      }
      double seconds = (System.nanoTime() - startedAt) / 1e9;
      if (already < torrents) {
        progress.at(1, engine + ": putting the index in order");
        store.optimize();
      }
      QuerySet set = new QuerySet(synthetic, torrents, seed);
      List<ClassReport> classes = ask(store, set, engine);
      long bytes = store.stats(NOW).bytes();
      return new Report(
          engine,
          torrents,
          meanFiles(synthetic),
          bytes,
          (double) bytes / torrents,
          already < torrents ? (torrents - already) / seconds : 0,
          set.tenth(),
          classes.stream().mapToDouble(ClassReport::p99).max().orElse(0),
          classes);
    }
  }

  private double meanFiles(SyntheticTorrents synthetic) {
    long sample = Math.min(torrents, SAMPLE);
    return LongStream.range(0, sample).map(i -> synthetic.torrent(i).files().size()).sum()
        / (double) sample;
  }

  private void fill(TorrentStore store, SyntheticTorrents synthetic, String engine, long already) {
    for (long first = already; first < torrents; first += BATCH) {
      List<Outcome> outcomes = new ArrayList<>(BATCH);
      List<SwarmCount> counts = new ArrayList<>(BATCH);
      for (long i = first; i < Math.min(torrents, first + BATCH); i++) {
        TorrentEntry entry = synthetic.torrent(i);
        outcomes.add(new Outcome.Fetched(entry));
        counts.add(synthetic.swarm(i, entry.hash()));
      }
      long now = NOW + first * 1_000_000_000L;
      store.settle(outcomes, now);
      store.counted(counts, now);
      progress.at((double) first / torrents, engine + ": filling");
    }
  }

  private List<ClassReport> ask(TorrentStore store, QuerySet set, String engine) {
    List<ClassReport> reports = new ArrayList<>();
    for (Map.Entry<String, List<SearchQuery>> each : set.questions(questions).entrySet()) {
      progress.at(1, engine + ": " + each.getKey());
      List<SearchQuery> asked = each.getValue();
      asked.stream().limit(WARM_UP).forEach(store::search);
      double[] millis = new double[asked.size()];
      double results = 0;
      for (int i = 0; i < millis.length; i++) {
        long startedAt = System.nanoTime();
        results += store.search(asked.get(i)).total();
        millis[i] = (System.nanoTime() - startedAt) / 1e6;
      }
      Arrays.sort(millis);
      reports.add(
          new ClassReport(
              each.getKey(),
              millis.length,
              millis[millis.length / 2],
              millis[Math.max(0, (int) Math.ceil(millis.length * 0.99) - 1)],
              millis[millis.length - 1],
              results / millis.length));
    }
    return reports;
  }
}
