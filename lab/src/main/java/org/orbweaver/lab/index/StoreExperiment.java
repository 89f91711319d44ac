package org.orbweaver.lab.index;

import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.orbweaver.app.Progress;
import org.orbweaver.indexer.store.TorrentStore;

/**
 * The same run twice, into an empty store and into one that is full of hashes known for long
 * (indexer paper §4): what was found easily before must be found as easily in steady state.
 */
public final class StoreExperiment {
  /** Opens a store that holds nothing; whoever asks closes it. */
  @FunctionalInterface
  public interface EmptyStore {
    TorrentStore open();
  }

  /**
   * Both runs.
   *
   * @param filled hashes in the second run's store at its start
   * @param largestChange of any of the figures, as a share of what it is with the empty store
   */
  public record Report(
      int filled,
      double largestChange,
      YieldExperiment.Report empty,
      YieldExperiment.Report full) {}

  private final YieldExperiment.Options options;
  private final int hashes;
  private final Progress progress;

  public StoreExperiment(YieldExperiment.Options options, int hashes, Progress progress) {
    this.options = options;
    this.hashes = hashes;
    this.progress = progress;
  }

  public Report run(EmptyStore stores) {
    YieldExperiment.Report empty = run(stores, 0);
    YieldExperiment.Report full = run(stores, hashes);
    double largest =
        Stream.<ToDoubleFunction<YieldExperiment.Report>>of(
                YieldExperiment.Report::seen,
                YieldExperiment.Report::obtainedOfSeen,
                YieldExperiment.Report::obtainedOfAll,
                YieldExperiment.Report::hiddenObtained,
                YieldExperiment.Report::obtained,
                YieldExperiment.Report::queriesPerLookup,
                YieldExperiment.Report::queriesPerTorrent,
                YieldExperiment.Report::queriesPerHomeSecond)
            .mapToDouble(
                figure -> Math.abs(figure.applyAsDouble(full) / figure.applyAsDouble(empty) - 1))
            .max()
            .orElseThrow();
    return new Report(hashes, largest, empty, full);
  }

  private YieldExperiment.Report run(EmptyStore stores, int filling) {
    try (TorrentStore store = stores.open()) {
      StoreLedger ledger = new StoreLedger(store);
      ledger.fill(filling, options.seed(), IndexerInWorld.EPOCH, progress);
      return new YieldExperiment(options, progress).run(ledger);
    }
  }
}
