package org.orbweaver.lab.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.Progress;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.sql.TorrentStores;

class IndexExperimentsTest {
  @TempDir private Path folder;

  @Test
  void rareHashesPassTheFilterAndNotTheLottery() {
    FilterExperiment.Report report = new FilterExperiment(50, 200, 1).run();
    assertThat(report.rows().getFirst().rareThrough()).isGreaterThan(0.8);
    assertThat(report.rows().getLast().rareThrough()).isLessThan(0.2);
  }

  @Test
  void whatIsSeenAndServedIsObtainedAndNothingElse() {
    YieldExperiment.Options options =
        new YieldExperiment.Options(2_000, 500, 4, 0.6, 0.02, true, true, 1);
    YieldExperiment.Report report = new YieldExperiment(options, Progress.SILENT).run();
    assertThat(report.seen()).isGreaterThan(400);
    assertThat(report.obtainedOfSeen()).isGreaterThan(0.99);
    assertThat(report.hiddenObtained()).isGreaterThan(0.8);
    assertThat(report.wrong()).isZero();
    assertThat(report.baitsNoted()).isZero();
  }

  @Test
  void passiveRetrievalWorksAsInThePaperToo() {
    YieldExperiment.Options options =
        new YieldExperiment.Options(1_000, 100, 16, 1, 1, true, false, 1);
    YieldExperiment.Report report = new YieldExperiment(options, Progress.SILENT).run();
    assertThat(report.pipeline().passive().offers()).isPositive();
    assertThat(report.pipeline().passive().obtained()).isPositive();
  }

  @Test
  void cacheAndNaturalOrderSaveMostQueries() {
    OrderExperiment experiment = new OrderExperiment(1_000, 200, 4, 1, Progress.SILENT);
    OrderExperiment.Report report = experiment.run();
    assertThat(report.shareOfUncached()).isLessThan(0.5);
    assertThat(report.shareOfPapers()).isLessThan(0.33);
  }

  @Test
  void aFullStoreChangesNothing() {
    YieldExperiment.Options options =
        new YieldExperiment.Options(1_000, 200, 4, 0.4, 0.02, true, true, 1);
    AtomicInteger stores = new AtomicInteger();
    StoreExperiment.Report report =
        new StoreExperiment(options, 20_000, Progress.SILENT)
            .run(
                () ->
                    TorrentStores.open(
                        folder.resolve(stores.incrementAndGet() + ".db").toString(),
                        RuleClassifier.builtIn(),
                        StoreSettings.DEFAULT));
    assertThat(report.empty().obtained()).isPositive();
    assertThat(report.largestChange()).isLessThan(0.1);
  }

  @Test
  void newTorrentsAreSearchableWithinHours() {
    WeekExperiment.Options options = new WeekExperiment.Options(3_000, 1_000, 1, 36, 3, 1);
    WeekExperiment.Report report = new WeekExperiment(options, Progress.SILENT).run();
    assertThat(report.hoursToFill95()).isBetween(0.0, 4.0);
    assertThat(report.born()).isGreaterThan(150);
    assertThat(report.searchableShare()).isGreaterThan(0.85);
    assertThat(report.medianHours()).isBetween(0.1, 5.0);
  }

  @Test
  void naturalNeighboursAreMostlyXorNeighbours() {
    DistanceExperiment.Report report = new DistanceExperiment(100_000, 1).run();
    assertThat(report.xor().getFirst()).isEqualTo(1);
    assertThat(report.meanNatural() - report.meanXor()).isBetween(1.0, 2.0);
  }
}
