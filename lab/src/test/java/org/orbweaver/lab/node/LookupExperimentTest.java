package org.orbweaver.lab.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.app.Progress;
import org.orbweaver.lab.node.LookupReport.Case;
import org.orbweaver.lab.node.LookupReport.Loss;

/** The experiment in a small world; the figures of the large one are in the documentation. */
class LookupExperimentTest {
  private final LookupExperiment experiment = new LookupExperiment(5_000, 200, 1, Progress.SILENT);

  @Test
  void lookupsFindTheTrueClosestDespiteLossAndTheDead() {
    LookupOutcome lone = experiment.run(new Case(Loss.PER_PACKET, 2, 1, false, 3)).outcome();
    assertThat(lone.exactShare()).isGreaterThanOrEqualTo(0.98);
    assertThat(lone.queriesPerLookup()).isLessThan(25);
  }

  @Test
  void sharedTableAndCacheEachSaveQueries() {
    LookupReport.Row lone = experiment.run(new Case(Loss.PER_EXCHANGE, 1, 1, false, 3));
    LookupReport.Row shared = experiment.run(new Case(Loss.PER_EXCHANGE, 1, 16, false, 3));
    LookupReport.Row cached = experiment.run(new Case(Loss.PER_EXCHANGE, 1, 16, true, 3));
    assertThat(shared.tableEntries()).isGreaterThan(5 * lone.tableEntries());
    assertThat(shared.outcome().queriesPerLookup())
        .isLessThan(lone.outcome().queriesPerLookup() - 2);
    assertThat(cached.outcome().queriesPerLookup()).isLessThan(10);
    assertThat(cached.outcome().exactShare()).isGreaterThanOrEqualTo(0.97);
  }
}
