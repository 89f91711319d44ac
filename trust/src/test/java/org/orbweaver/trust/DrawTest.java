package org.orbweaver.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;

class DrawTest {
  private static final Period PERIOD = new Period(20_000);
  private final Random random = new Random(1);

  private List<Elector> electors(int count, int places) {
    List<Elector> electors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      electors.add(new Elector(Key.random(random), i, places));
    }
    return electors;
  }

  private static List<Opening> openings(int count) {
    List<Opening> openings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      openings.add(new Opening(new Key(i, i, i), new byte[] {(byte) i}));
    }
    return openings;
  }

  @Test
  void oneWithheldNumberMakesAnotherDraw() {
    Draw all = Draw.of(PERIOD, Key.ZERO, openings(11));
    Draw fewer = Draw.of(PERIOD, Key.ZERO, openings(10));
    assertThat(all.point(0)).isNotEqualTo(fewer.point(0));
    assertThat(all.point(0)).isEqualTo(Draw.of(PERIOD, Key.ZERO, openings(11)).point(0));
  }

  @Test
  void theClosestPlaceIsDrawn() {
    List<Elector> electors = electors(200, 1);
    Electorate electorate = new Electorate(electors);
    for (int i = 0; i < 1000; i++) {
      Key point = Key.random(random);
      Elector closest =
          electors.stream().min((a, b) -> point.compareDistance(a.id(), b.id())).orElseThrow();
      assertThat(electorate.closest(point)).isEqualTo(closest);
    }
  }

  /** Peers see the membership a little differently, and must agree about the jury all the same. */
  @Test
  void aPeerThatIsUnknownToOneReaderChangesFewSeats() {
    List<Elector> electors = electors(300, 1);
    Draw draw = Draw.of(PERIOD, Key.ZERO, openings(11));
    Jury one = Jury.of(draw, new Electorate(electors), Set.of());
    Jury other = Jury.of(draw, new Electorate(electors.subList(3, 300)), Set.of());
    Set<Elector> common = new HashSet<>(one.jurors());
    common.retainAll(other.jurors());
    assertThat(common).hasSizeGreaterThanOrEqualTo(Jury.SEATS - 4);
  }

  @Test
  void aThousandKeysOfOneNetworkWeighAsMuchAsOneGoodPeer() {
    List<Elector> electors = electors(100, Elector.MOST_PLACES);
    for (int i = 0; i < 1000; i++) {
      electors.add(new Elector(Key.random(random), 999, Elector.MOST_PLACES));
    }
    Electorate electorate = new Electorate(electors);
    int drawn = 0;
    for (int i = 0; i < 20_000; i++) {
      drawn += electorate.closest(Key.random(random)).network() == 999 ? 1 : 0;
    }
    assertThat(drawn / 20_000.0).isBetween(0.0, 0.05);
  }

  @Test
  void noJurorIsOfANetworkThatHasASide() {
    Draw draw = Draw.of(PERIOD, Key.ZERO, openings(11));
    Jury jury = Jury.of(draw, new Electorate(electors(60, 1)), Set.of(1L, 2L, 3L));
    assertThat(jury.isFull()).isTrue();
    assertThat(jury.jurors())
        .extracting(Elector::network)
        .doesNotContain(1L, 2L, 3L)
        .doesNotHaveDuplicates();
  }

  @Test
  void aSwarmOfTooFewNetworksSeatsNoJury() {
    Draw draw = Draw.of(PERIOD, Key.ZERO, openings(11));
    Electorate few = new Electorate(electors(Jury.LEAST_NETWORKS - 1, 4));
    Electorate enough = new Electorate(electors(Jury.LEAST_NETWORKS, 4));
    assertThat(Jury.of(draw, few, Set.of(1L, 2L, 3L)).isFull()).isFalse();
    assertThat(Jury.of(draw, enough, Set.of(1L, 2L, 3L)).isFull()).isTrue();
  }
}
