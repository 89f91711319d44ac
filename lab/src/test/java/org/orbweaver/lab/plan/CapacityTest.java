package org.orbweaver.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The figures of the thesis, chapters 3 and 6; where it rounds, so far as it rounds. */
class CapacityTest {
  private final Capacity thesis = Capacity.of(WebFigures.THESIS, PeerFigures.THESIS, 20_000, true);

  @Test
  void aSnapshotTakes56TerabytesAndAMonth17AndAHalf() {
    assertThat(thesis.snapshotTb()).isCloseTo(56, within(1.0));
    assertThat(thesis.perMonthTb()).isCloseTo(17.5, within(0.3));
  }

  @Test
  void theDisksOf12810PeersSuffice() {
    assertThat(thesis.leastPeers()).isBetween(12_500L, 12_810L);
  }

  @Test
  void with20000PeersEachAsksForAMillionAddressesADay() {
    assertThat(thesis.urlsPerPeer()).isCloseTo(1_062_000, within(1.0));
    assertThat(thesis.fetchUp()).isCloseTo(8, within(0.2));
    assertThat(thesis.fetchDown()).isCloseTo(46, within(1.0));
    assertThat(thesis.links()).isCloseTo(7, within(0.2));
    assertThat(thesis.repairDown()).isCloseTo(150, within(5.0));
  }

  @Test
  void soAPeerNeeds90KilobitsUpAnd203Down() {
    assertThat(thesis.up()).isCloseTo(90, within(3.0));
    assertThat(thesis.down()).isCloseTo(203, within(6.0));
    assertThat(thesis.allDownGbit()).isCloseTo(4, within(0.2));
  }

  @Test
  void lossIsAsTheThesisSaysAndAvailabilityIsNot() {
    assertThat(thesis.lossPerDeparture()).isCloseTo(0.00013, within(0.000002));
    assertThat(thesis.unreachable()).isCloseTo(0.000064, within(1e-9));
  }

  @Test
  void htmlAloneTakesSixThousandPeersAndThreeWithThreeCopies() {
    WebFigures light = WebFigures.THESIS.light();
    assertThat(Capacity.of(light, PeerFigures.THESIS, 0, true).leastPeers())
        .isBetween(5_600L, 6_000L);
    assertThat(Capacity.of(light, PeerFigures.THESIS.withCopies(3), 0, true).leastPeers())
        .isBetween(2_800L, 3_000L);
  }

  @Test
  void whoFetchesOnceAndCopiesAsksTheOriginLess() {
    Capacity once = Capacity.of(WebFigures.THESIS, PeerFigures.THESIS, 20_000, false);
    assertThat(once.urlsPerPeer()).isCloseTo(thesis.urlsPerPeer() / 6, within(1.0));
    assertThat(once.down()).isLessThan(thesis.down());
  }

  @Test
  void aCollectionsStatisticsArePlannedWith() {
    WebFigures own =
        CollectionFigures.read(
            """
            {"collection": "mine", "laterVisits": 10, "changeRate": 0.2, "linksPerPage": 7,
             "kinds": [{"kind": "text/html", "objects": 4, "bytes": 400, "onDisk": 100},
                       {"kind": "image/png", "objects": 2, "bytes": 300, "onDisk": 290}]}
            """,
            0);
    assertThat(own.pages()).isEqualTo(4);
    assertThat(own.imagesPerPage()).isEqualTo(0.5);
    assertThat(own.pageGzip()).isEqualTo(0.25);
    assertThat(own.changedPerDay()).isEqualTo(0.2);
  }

  @Test
  void thePageShowsEveryPlan() {
    assertThat(PlanPage.html(List.of(thesis))).contains("the web of 2002", "<svg", "12,6");
  }
}
