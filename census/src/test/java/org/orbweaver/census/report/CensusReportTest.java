package org.orbweaver.census.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.census.analysis.AnalysisTables.PlaceLookup;
import org.orbweaver.census.analysis.DuckDbEngine;
import org.orbweaver.census.analysis.SnapshotMaker;
import org.orbweaver.census.snapshot.ScratchFolder;
import org.orbweaver.census.snapshot.Snapshot;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CensusReportTest {
  @TempDir private Path folder;

  @Test
  void theReportOfASeriesHasAllSectionsAndIsAPageByItself() throws IOException {
    CensusReport report = report(new SnapshotMaker(folder).randomNetwork(400, 9, 3));
    String page = ReportPage.html(report);
    for (String section :
        List.of("population", "crawl", "space", "clients", "sybils", "eclipses", "time")) {
      assertThat(page).contains("<section id=\"" + section + "\">");
    }
    assertThat(page)
        .doesNotContain("<script", "src=", "href=", "@import", "url(", "NaN")
        .contains("prefers-color-scheme: dark");
  }

  @Test
  void aSingleSnapshotIsEnough() throws IOException {
    CensusReport report = report(new SnapshotMaker(folder).randomNetwork(50, 1, 3));
    assertThat(report.sessions()).isNull();
    assertThat(ReportPage.html(report)).doesNotContain("<section id=\"time\">");
  }

  @Test
  void theLatestAloneKeepsWhatAnEarlierReportSaidOfTheSeries() throws IOException {
    List<Snapshot> all = new SnapshotMaker(folder).randomNetwork(400, 10, 3);
    CensusReport earlier = report(all.subList(0, 9));
    CensusReport both = report(all.subList(9, 10)).withSeriesOf(earlier);
    assertThat(both.latest()).isEqualTo(all.getLast().name());
    assertThat(both.sessions()).isEqualTo(earlier.sessions()).isNotNull();
    assertThat(ReportPage.html(both)).contains("<section id=\"time\">");
  }

  @Test
  void anEmptySnapshotIsReportedToo() throws IOException {
    CensusReport report = report(List.of(new SnapshotMaker(folder).write("none", 0, w -> {})));
    assertThat(ReportPage.html(report)).contains("Population");
  }

  @Test
  void plantedNodesGiveThePopulationWithItsInterval() throws IOException {
    CensusReport report = report(new SnapshotMaker(folder).randomNetwork(400, 2, 3));
    PopulationEstimate planted = report.population().getFirst();
    double answered = report.taken().answered();
    assertThat(planted.method()).isEqualTo("planted nodes");
    // 15 of 16 were found: Wilson's interval for that share is 0.717 to 0.989.
    assertThat(planted.nodes()).isCloseTo(answered * 16 / 15, within(1e-6));
    assertThat(answered / planted.high()).isCloseTo(0.717, within(0.001));
    assertThat(answered / planted.low()).isCloseTo(0.989, within(0.001));
    assertThat(report.population())
        .extracting(PopulationEstimate::method)
        .containsExactly("planted nodes", "capture and recapture", "the crawl's own", "counted");
  }

  @Test
  void itsJsonHasTheAnswersOfAllAnalyses() throws IOException {
    CensusReport report = report(new SnapshotMaker(folder).randomNetwork(60, 2, 3));
    JsonNode json = JsonMapper.shared().readTree(JsonMapper.shared().writeValueAsString(report));
    assertThat(json.at("/analyses/churn/0/stayed").asLong()).isPositive();
    assertThat(json.at("/population/0/method").asString()).isEqualTo("planted nodes");
    assertThat(json.at("/suspects/sybils/top").isArray()).isTrue();
  }

  private static CensusReport report(List<Snapshot> snapshots) throws IOException {
    return new CensusReporter(DuckDbEngine::new, PlaceLookup.NONE, (share, what) -> {})
        .report(snapshots, ScratchFolder::temporary, "test");
  }
}
