package org.orbweaver.app.census;

import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.net.CensusNode;
import org.orbweaver.census.net.CensusProgress;
import org.orbweaver.udp.MonotonicClock;

/** Looks at a census now and then while it runs. */
public interface CensusWatcher {
  /** Only sees when it is over. */
  CensusWatcher SILENT = (progress, running) -> {};

  /** A census begins. */
  default void begin(CensusPlan plan) {}

  /** How far it has come. */
  void see(CensusProgress progress, RunningCensus running);

  /** Looks, and says whether it was the end. */
  default boolean isOver(RunningCensus running) {
    CensusProgress now = running.look(node -> node.progress(MonotonicClock.now()));
    see(now, running);
    return isOver(now);
  }

  static boolean isOver(CensusProgress progress) {
    return progress.phase() == CensusNode.Phase.DONE
        || progress.phase() == CensusNode.Phase.NOBODY_ANSWERED;
  }
}
