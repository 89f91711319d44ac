package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.lab.TrustSwarm.Conduct;
import org.orbweaver.overlay.lab.TrustSwarm.Member;
import org.orbweaver.overlay.trust.TrustView;
import org.orbweaver.trust.JuryOutcome;
import org.orbweaver.trust.Standing;

/** Peers that check each other, in virtual time. */
class TrustTest {
  private static final Duration PERIOD = Duration.ofSeconds(20);

  private static TrustSwarm swarm(Conduct... hostile) {
    TrustSwarm swarm = new TrustSwarm(PERIOD, 5);
    List<Conduct> all = new ArrayList<>(Collections.nCopies(12 - hostile.length, Conduct.HONEST));
    all.addAll(List.of(hostile));
    swarm.begin(all);
    return swarm;
  }

  /** Sixty peers on as many networks: enough for juries. */
  private static TrustSwarm large(int others, Conduct conduct, Conduct... more) {
    TrustSwarm swarm = new TrustSwarm(PERIOD, 6);
    List<Conduct> all = new ArrayList<>(Collections.nCopies(others, conduct));
    all.addAll(List.of(more));
    all.addAll(0, Collections.nCopies(60 - all.size(), Conduct.HONEST));
    swarm.begin(all);
    return swarm;
  }

  private static void periods(TrustSwarm swarm, int count) {
    for (int i = 0; i < count; i++) {
      swarm.period(120);
    }
  }

  private static TrustView.PeerStanding of(TrustView view, Member member) {
    return view.peers().stream()
        .filter(each -> each.name().equals(member.name()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void honestWorkIsVerifiedByOthersAndEverybodyComputesTheSame() {
    TrustSwarm swarm = swarm();
    periods(swarm, 8);
    TrustView first = swarm.view(swarm.members().getFirst());
    for (Member member : swarm.members()) {
      TrustView view = swarm.view(member);
      assertThat(view.disputes()).isEmpty();
      assertThat(view.peers()).hasSize(12).isEqualTo(first.peers());
      assertThat(of(view, member).verified()).isGreaterThan(20);
      assertThat(of(view, member).standing()).isInstanceOf(Standing.Member.class);
    }
  }

  @Test
  void cheatsAreFoundAsFarAsTwelvePeersCanAndTheHonestKeepTheirStanding() {
    TrustSwarm swarm = swarm(Conduct.CLAIMS, Conduct.ALTERS, Conduct.SLANDERS, Conduct.TURNS);
    periods(swarm, 14);
    for (Member reader : swarm.members()) {
      if (reader.conduct() != Conduct.HONEST) {
        continue;
      }
      TrustView view = swarm.view(reader);
      assertThat(view.small()).isTrue();
      for (Member member : swarm.members()) {
        TrustView.PeerStanding standing = of(view, member);
        assertThat(standing.standing().isExcluded()).isFalse();
        switch (member.conduct()) {
          case CLAIMS, ALTERS, TURNS ->
              assertThat(standing.suspected()).as("%s", member.conduct()).isTrue();
          case SLANDERS -> assertThat(standing.accusedAlone()).isTrue();
          default -> {
            assertThat(standing.suspected()).isFalse();
            assertThat(standing.contradicted()).isZero();
          }
        }
      }
    }
  }

  @Test
  void linksThatDoNotFollowFromTheBytesExcludeAtOnceAndWithoutAJury() {
    TrustSwarm swarm = swarm(Conduct.SPAMS_LINKS);
    periods(swarm, 6);
    Member spammer = swarm.members().getLast();
    for (Member reader : swarm.members().subList(0, 11)) {
      TrustView view = swarm.view(reader);
      assertThat(of(view, spammer).standing()).isInstanceOf(Standing.Excluded.class);
      assertThat(of(view, spammer).proof()).isNotNull();
      assertThat(reader.node().members().view().peers()).hasSize(11);
    }
    periods(swarm, 4); // what it held goes to others, who need nothing of it then
    assertThat(swarm.missing(swarm.members().subList(0, 11))).isZero();
  }

  @Test
  void juriesUpholdWhatIsTrueOverruleSlanderAndWhoIsRelievedGetsNoTasks() {
    TrustSwarm swarm = large(1, Conduct.ALTERS, Conduct.SLANDERS);
    Member liar = swarm.members().get(58);
    Member slanderer = swarm.members().get(59);
    for (int i = 0; i < 11; i++) {
      swarm.period(600);
    }
    TrustView view = swarm.view(swarm.members().getFirst());
    assertThat(view.small()).isFalse();
    assertThat(outcomes(view, each -> each.author().equals(liar.name())))
        .contains(JuryOutcome.UPHELD)
        .doesNotContain(JuryOutcome.OVERRULED);
    assertThat(outcomes(view, each -> each.accuser().equals(slanderer.name())))
        .contains(JuryOutcome.OVERRULED)
        .doesNotContain(JuryOutcome.UPHELD);
    assertThat(of(view, liar).standing()).isInstanceOf(Standing.Relieved.class);
    for (Member member : swarm.members().subList(0, 58)) {
      assertThat(of(view, member).standing()).isInstanceOf(Standing.Member.class);
    }
    int before = liar.brought();
    int honest = swarm.members().getFirst().brought();
    periods(swarm, 2);
    assertThat(liar.brought()).as("pages of a relieved peer").isEqualTo(before);
    assertThat(swarm.members().getFirst().brought()).isGreaterThan(honest);
  }

  @Test
  void whereTwoFifthsShieldALiarJuriesHangAndThePageStaysDisputed() {
    TrustSwarm swarm = large(24, Conduct.SHIELDS, Conduct.ALTERS);
    for (int i = 0; i < 9; i++) {
      swarm.period(600);
    }
    Member liar = swarm.members().getLast();
    TrustView view = swarm.view(swarm.members().getFirst());
    assertThat(outcomes(view, each -> each.author().equals(liar.name())))
        .contains(JuryOutcome.HUNG)
        .doesNotContain(JuryOutcome.UPHELD, JuryOutcome.OVERRULED);
    assertThat(view.disputes()).isNotEmpty().allMatch(each -> each.author().equals(liar.name()));
    assertThat(of(view, liar).standing()).isInstanceOf(Standing.Member.class);
  }

  private static Set<JuryOutcome> outcomes(
      TrustView view, Predicate<TrustView.DisputedPage> which) {
    return view.disputes().stream()
        .filter(which)
        .map(TrustView.DisputedPage::outcome)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  @Test
  void aNewcomerIsGivenLittleUntilSomeOfItIsVerified() {
    TrustSwarm swarm = swarm();
    for (int i = 0; i < 6; i++) {
      swarm.period(720);
    }
    Member newcomer = swarm.join(Conduct.HONEST);
    swarm.period(720); // it is met, and has not committed to anything
    swarm.period(720);
    Member old = swarm.members().getFirst();
    int few = newcomer.brought();
    int many = old.brought();
    swarm.period(720);
    assertThat(newcomer.brought() - few).isLessThan((old.brought() - many) / 2);
    for (int i = 0; i < 6; i++) {
      swarm.period(720);
    }
    few = newcomer.brought();
    many = old.brought();
    swarm.period(720);
    assertThat(newcomer.brought() - few).isGreaterThan((old.brought() - many) / 2);
  }

  @Test
  void whatIsDoneBeforeACrashIsCommittedToAfterIt() {
    TrustSwarm swarm = swarm();
    swarm.period(120);
    Member crashed = swarm.members().get(5);
    int before = crashed.brought();
    swarm.crawl(120);
    swarm.run(PERIOD.dividedBy(2));
    assertThat(crashed.brought()).isGreaterThan(before);
    swarm.crash(crashed);
    swarm.restart(crashed);
    for (int i = 0; i < 5; i++) {
      swarm.period(0);
    }
    assertThat(of(swarm.view(swarm.members().getFirst()), crashed).verified())
        .as("more than the first period's work, all of which was looked at")
        .isGreaterThan(before);
  }
}
