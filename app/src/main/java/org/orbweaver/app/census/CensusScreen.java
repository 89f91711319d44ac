package org.orbweaver.app.census;

import java.util.Locale;
import org.orbweaver.app.Progress;
import org.orbweaver.census.Belief;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.journal.GrowthPoint;
import org.orbweaver.census.net.CensusNode;
import org.orbweaver.census.net.CensusProgress;

/** Shows how far a census has come: found, rate, packets, estimated size. */
public final class CensusScreen implements CensusWatcher {
  private static final long OFTEN = 1_000_000_000L;

  private final Progress progress;
  private final boolean verifying;
  private final String what;

  private double wantedRecall = 1;
  private Belief belief = Belief.NONE;
  private Glances estimates = new Glances();
  private GrowthPoint before = GrowthPoint.START;
  private double rate;

  /**
   * @param what is taken, before each line
   */
  public CensusScreen(Progress progress, CensusOptions.Mode mode, String what) {
    this.progress = progress;
    this.verifying = mode == CensusOptions.Mode.VERIFY;
    this.what = what;
  }

  @Override
  public void begin(CensusPlan plan) {
    wantedRecall = plan.wantedRecall();
    belief = Belief.NONE;
    before = GrowthPoint.START;
    estimates = new Glances();
  }

  @Override
  public void see(CensusProgress now, RunningCensus running) {
    if (!CensusWatcher.isOver(now) && estimates.areDue()) {
      belief = estimates.take(() -> running.look(node -> node.crawl().crawl().belief()));
    }
    show(now);
  }

  private void show(CensusProgress now) {
    long nanos = now.now().nanos() - before.nanos();
    if (nanos > OFTEN / 2) {
      rate = (now.now().packets() - before.packets()) * 1e9 / nanos;
      before = now.now();
    }
    progress.at(share(now), line(now));
  }

  private String line(CensusProgress now) {
    if (now.phase() == CensusNode.Phase.INTRODUCING) {
      return what + "waiting for a bootstrap node to answer";
    }
    String size =
        Double.isNaN(belief.nodes())
            ? ""
            : String.format(Locale.ROOT, " of about %,.0f", belief.nodes());
    return String.format(
        Locale.ROOT,
        "%s%,d nodes%s, %,d packets, %,.0f a second",
        what,
        now.now().nodes(),
        size,
        now.now().packets(),
        rate);
  }

  /** What is done, as far as it can be told from the size that the strategy believes in. */
  private double share(CensusProgress now) {
    if (Double.isNaN(belief.nodes())) {
      return 0;
    }
    double done = verifying ? now.answers() + now.unanswered() : now.now().nodes();
    return Math.clamp(done / (belief.nodes() * wantedRecall), 0, 0.99);
  }
}
