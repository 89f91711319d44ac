package org.orbweaver.app.index;

import java.util.Locale;
import org.orbweaver.indexer.pipeline.PipelineMetrics;
import org.orbweaver.indexer.pipeline.StoreMetrics;
import org.orbweaver.indexer.pipeline.SweepMetrics;

/** How an indexer is doing, in one line. */
public final class IndexSentence {
  private IndexSentence() {}

  /**
   * @param stored torrents since the last time
   * @param seconds ago
   */
  public static String of(PipelineMetrics metrics, long stored, double seconds) {
    SweepMetrics sweep = metrics.sweep();
    StoreMetrics store = metrics.store();
    String turn =
        sweep.asked() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "%,d nodes asked, turn %d at %.0f %%; ",
                sweep.asked(),
                sweep.turns() + (sweep.share() < 1 ? 1 : 0),
                100 * sweep.share());
    String failures =
        store.failures() == 0
            ? ""
            : String.format(
                Locale.ROOT, "; the store failed %,d times: %s", store.failures(), store.problem());
    return String.format(
        Locale.ROOT,
        "%s%,d hashes seen%s, %,d looked up, %,d torrents (%.1f/s), %d lookups and %d fetches under"
            + " way%s",
        turn,
        metrics.harvest().unknown(),
        sweep.hashesSeen() == 0
            ? ""
            : String.format(Locale.ROOT, " (about %.0f %% of all)", 100 * sweep.hashesSeen()),
        metrics.lookups().finished(),
        store.torrents(),
        stored / seconds,
        metrics.lookups().running(),
        metrics.fetches().running(),
        failures);
  }
}
