package org.orbweaver.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;

class DossierTest {
  private static final Period NOW = new Period(20_000);
  private final Dossier dossier = new Dossier();
  private final CloakingOrigins origins = new CloakingOrigins();

  private static JuryVerdict verdict(Period period, long origin, JuryOutcome outcome) {
    return new JuryVerdict(period, Key.ZERO, 1, Key.MAX, origin, outcome);
  }

  private void contradict(int origins) {
    for (int i = 0; i < origins; i++) {
      dossier.judged(verdict(NOW, i, JuryOutcome.UPHELD));
    }
  }

  @Test
  void oneSiteNeverExcludesHoweverOftenItIsFalse() {
    for (int i = 0; i < 1000; i++) {
      dossier.judged(verdict(NOW, 7, JuryOutcome.UPHELD));
    }
    assertThat(dossier.standing(NOW, origins)).isInstanceOf(Standing.Member.class);
  }

  @Test
  void twoOriginsRelieveAndManyExclude() {
    contradict(Dossier.RELIEVED_AT);
    assertThat(dossier.standing(NOW, origins)).isInstanceOf(Standing.Relieved.class);
    contradict(Dossier.EXCLUDED_AT - 1);
    assertThat(dossier.standing(NOW, origins).isExcluded()).isFalse();
    contradict(Dossier.EXCLUDED_AT);
    assertThat(dossier.standing(NOW, origins))
        .isEqualTo(new Standing.Excluded(Standing.Ground.TESTIMONY, Dossier.EXCLUDED_AT));
  }

  @Test
  void hungJuriesHarmNobodyButTheirPages() {
    for (int i = 0; i < 1000; i++) {
      dossier.judged(verdict(NOW, i, JuryOutcome.HUNG));
    }
    assertThat(dossier.standing(NOW, origins)).isInstanceOf(Standing.Member.class);
  }

  @Test
  void oldSinsFade() {
    contradict(Dossier.EXCLUDED_AT);
    Period later = NOW.plus(Period.TESTIMONY_LASTS);
    assertThat(dossier.standing(later, origins)).isEqualTo(new Standing.Member(0));
  }

  @Test
  void proofExcludesAtOnce() {
    dossier.proven(NOW);
    assertThat(dossier.standing(NOW, origins))
        .isEqualTo(new Standing.Excluded(Standing.Ground.PROOF, 0));
  }

  @Test
  void anOriginThatContradictsThreeNetworksCountsAgainstNobody() {
    contradict(Dossier.RELIEVED_AT);
    for (long network = 1; network <= 3; network++) {
      origins.add(new JuryVerdict(NOW, Key.ZERO, network, Key.MAX, 0, JuryOutcome.UPHELD));
    }
    assertThat(dossier.standing(NOW, origins)).isInstanceOf(Standing.Member.class);
  }

  @Test
  void whoIsOverruledTwiceAccusesNoMoreUntilThatIsOld() {
    dossier.accused(verdict(NOW, 1, JuryOutcome.OVERRULED));
    assertThat(dossier.mayAccuse(NOW)).isTrue();
    dossier.accused(verdict(NOW, 2, JuryOutcome.OVERRULED));
    assertThat(dossier.mayAccuse(NOW)).isFalse();
    assertThat(dossier.mayAccuse(NOW.plus(Period.TESTIMONY_LASTS))).isTrue();
  }

  @Test
  void theWayBackFromReliefIsNarrower() {
    contradict(Dossier.RELIEVED_AT);
    assertThat(dossier.doubtedBefore()).isNull();
    dossier.paroled(NOW);
    assertThat(dossier.doubtedBefore()).isEqualTo(NOW);
    assertThat(dossier.standing(NOW, origins)).isInstanceOf(Standing.Member.class);
    dossier.judged(verdict(NOW.plus(1), 99, JuryOutcome.UPHELD));
    assertThat(dossier.standing(NOW.plus(1), origins)).isInstanceOf(Standing.Relieved.class);
  }

  @Test
  void twoThirdsOfAllSeatsDecideNotOfThoseWhoCame() {
    assertThat(Jury.decide(30, 0)).isEqualTo(JuryOutcome.UPHELD);
    assertThat(Jury.decide(29, 0)).isEqualTo(JuryOutcome.HUNG);
    assertThat(Jury.decide(15, 30)).isEqualTo(JuryOutcome.OVERRULED);
    assertThat(Jury.decide(13, 8, Jury.SECOND_SEATS)).isEqualTo(JuryOutcome.HUNG);
    assertThat(Jury.decide(14, 7, Jury.SECOND_SEATS)).isEqualTo(JuryOutcome.UPHELD);
  }

  private record Heard(Key subject, Key accuser, long origin, boolean isOfRelieved)
      implements Docket.Case {
    @Override
    public int contested() {
      return isOfRelieved ? 2 : 0;
    }
  }

  @Test
  void casesOfTheRelievedAreHeardByFewerAndTakeNobodysJury() {
    List<Heard> cases = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      cases.add(new Heard(Key.ZERO, Key.MAX, i, true));
    }
    Heard other = new Heard(Key.MAX, Key.ZERO, 99, false);
    cases.add(other);
    List<Heard> heard = Docket.heard(cases, Jury.SEATS);
    assertThat(heard).hasSize(Docket.OF_A_RELIEVED + 1).contains(other);
    assertThat(heard.getFirst().seats()).isEqualTo(Jury.SECOND_SEATS);
    assertThat(other.seats()).isEqualTo(Jury.SEATS);
    assertThat(Docket.heard(cases, 0)).hasSize(Docket.OF_A_RELIEVED);
  }

  @Test
  void idlePeersAreRefusedWhatIsEarnedAndNothingElse() {
    int needed = Gate.needed(new int[] {0, 1000, 1000, 1000, 50_000});
    assertThat(needed).isEqualTo(300);
    Standing idle = new Standing.Member(20);
    Statement.Refusal refusal =
        Gate.refusal(NOW, Key.ZERO, Gate.Service.REMOTE_SEARCH, idle, 20, needed);
    assertThat(refusal)
        .isEqualTo(
            new Statement.Refusal(
                NOW,
                Key.ZERO,
                Gate.Service.REMOTE_SEARCH,
                Gate.Reason.TOO_LITTLE_VERIFIED_WORK,
                280));
    for (Gate.Service service : Gate.Service.values()) {
      assertThat(Gate.refusal(NOW, Key.ZERO, service, idle, 20, needed) != null)
          .isEqualTo(service.isEarned());
    }
  }

  @Test
  void aNewKeyGetsLittleAndAThousandOfANetworkNothing() {
    assertThat(Quota.captures(0, 1)).isEqualTo(20);
    assertThat(Quota.captures(0, 1000)).isZero();
    assertThat(Quota.places(0)).isZero();
    assertThat(Quota.places(1_000_000)).isEqualTo(Elector.MOST_PLACES);
  }

  @Test
  void checksFallWithGoodResultsAndBeginAgainAfterABadOne() {
    assertThat(Checking.ADAPTIVE.share(0)).isEqualTo(1);
    assertThat(Checking.ADAPTIVE.share(10)).isEqualTo(0.1);
    assertThat(Checking.ADAPTIVE.share(100_000)).isEqualTo(Checking.FLOOR);
    assertThat(Checking.ADAPTIVE.checks(100_000, 1000)).isEqualTo(1000 * Checking.FLOOR);
    dossier.verified(NOW, 500);
    contradict(1);
    assertThat(dossier.sinceContradicted()).isZero();
  }

  @Test
  void aClockOnThePageMakesItNoOtherPage() {
    String page = "one two three four five six seven eight nine ten ".repeat(20);
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      words.append("word").append(i).append(' ');
    }
    assertThat(Shingles.likeness(words + "12:01", words + "12:02")).isGreaterThan(Shingles.ALIKE);
    assertThat(Shingles.likeness(words.toString(), page)).isLessThan(0.1);
  }
}
