package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.lab.TrustSwarm.Conduct;
import org.orbweaver.overlay.lab.TrustSwarm.Member;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.trust.TrustView;
import org.orbweaver.trust.Gate;
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
      assertThat(view.peers())
          .hasSize(12)
          .usingRecursiveFieldByFieldElementComparatorIgnoringFields("audits") // each one's own
          .isEqualTo(first.peers());
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
  void aNewcomerIsGivenLittleUntilSomeOfItIsVerified() {
    TrustSwarm swarm = new TrustSwarm(PERIOD, 7);
    swarm.begin(Collections.nCopies(5, Conduct.HONEST));
    for (int i = 0; i < 6; i++) {
      swarm.period(300);
    }
    Member newcomer = swarm.join(Conduct.HONEST);
    swarm.period(300); // it is met, and has not committed to anything
    swarm.period(300);
    Member old = swarm.members().getFirst();
    int few = newcomer.brought();
    int many = old.brought();
    swarm.period(300);
    assertThat(newcomer.brought() - few).isLessThan((old.brought() - many) / 2);
    for (int i = 0; i < 6; i++) {
      swarm.period(300);
    }
    few = newcomer.brought();
    many = old.brought();
    swarm.period(300);
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

  @Test
  void whatSomeHoldersNameAndDoNotShowOthersShow() {
    TrustSwarm swarm = swarm(Conduct.HIDES, Conduct.HIDES, Conduct.HIDES, Conduct.HIDES);
    periods(swarm, 6);
    TrustView first = swarm.view(swarm.members().getFirst());
    for (Member member : swarm.members().subList(0, 8)) {
      assertThat(swarm.view(member).peers())
          .hasSize(12)
          .usingRecursiveFieldByFieldElementComparatorIgnoringFields("audits")
          .isEqualTo(first.peers());
      assertThat(of(first, member).verified()).isGreaterThan(10);
    }
  }

  @Test
  void whatIsSeenOfOthersBeforeACrashIsSaidAfterItAndNotLookedAtTwice() {
    TrustSwarm swarm = swarm();
    swarm.period(120);
    swarm.period(0);
    swarm.run(PERIOD.multipliedBy(8).dividedBy(10)); // all checks of the first period are made
    long looked = swarm.refetches();
    assertThat(looked).isPositive();
    for (Member member : List.copyOf(swarm.members())) {
      swarm.crash(member);
      swarm.restart(member);
    }
    for (int i = 0; i < 3; i++) {
      swarm.period(0);
    }
    // Who reads before all others are up again draws a little differently.
    assertThat(swarm.refetches()).isLessThan(looked + looked / 5);
    TrustView view = swarm.view(swarm.members().getFirst());
    assertThat(view.peers().stream().mapToInt(TrustView.PeerStanding::verified).sum())
        .isGreaterThan((int) (looked - looked / 5));
  }

  @Test
  void whoContributesIsAnsweredAndWhoDoesNotIsToldWhatToDo() {
    TrustSwarm swarm = swarm(Conduct.IDLE);
    periods(swarm, 8);
    Member idle = swarm.members().getLast();
    Member worker = swarm.members().get(1);
    Member asked = swarm.members().getFirst();
    assertThat(searches(swarm, worker, asked, 12)).isEqualTo(12);
    assertThat(searches(swarm, idle, asked, 12)).as("a little for nothing").isEqualTo(8);
    assertThat(lists(swarm, worker, asked)).isTrue();
    assertThat(lists(swarm, idle, asked)).isFalse();
    assertThat(swarm.view(worker).refusedBy()).isEmpty();
    assertThat(swarm.view(idle).refusedBy())
        .allMatch(each -> each.says().reason() == Gate.Reason.TOO_LITTLE_VERIFIED_WORK)
        .allMatch(each -> each.says().due() > 0)
        .extracting(each -> each.says().service())
        .contains(Gate.Service.REMOTE_SEARCH, Gate.Service.EXPORT);
  }

  private static int searches(TrustSwarm swarm, Member by, Member whom, int times) {
    AtomicInteger answered = new AtomicInteger();
    for (int i = 0; i < times; i++) {
      swarm
          .network()
          .execute(
              by.node(),
              () ->
                  by.node()
                      .enquire(
                          swarm.clock().now(),
                          whom.address(),
                          new byte[] {1},
                          told -> answered.addAndGet(told == null ? 0 : 1)));
    }
    swarm.run(Duration.ofSeconds(1));
    return answered.get();
  }

  /** Whether it is told all that the other has, as for an export. */
  private static boolean lists(TrustSwarm swarm, Member by, Member whom) {
    AtomicBoolean listed = new AtomicBoolean();
    RpcMessage.ListResults all =
        new RpcMessage.ListResults(
            EntryId.FIRST, new EntryId(Key.MAX, Long.MAX_VALUE), CrawlId.numbered(1));
    swarm
        .network()
        .execute(
            by.node(),
            () ->
                by.node()
                    .list(
                        swarm.clock().now(),
                        whom.address(),
                        all,
                        results -> listed.set(results != null)));
    swarm.run(Duration.ofSeconds(1));
    return listed.get();
  }

  @Test
  void ofACrawlOfWhoDoesNothingOthersKeepALittleEachPeriod() {
    TrustSwarm swarm = new TrustSwarm(PERIOD, 9);
    swarm.begin(List.of(Conduct.HONEST, Conduct.HONEST, Conduct.HONEST, Conduct.IDLE));
    for (int i = 0; i < 6; i++) {
      swarm.period(90);
    }
    Member idle = swarm.members().getLast();
    List<Member> workers = swarm.members().subList(0, 3);
    int before = workers.stream().mapToInt(Member::brought).sum();
    swarm.crawlFor(idle, 1500);
    swarm.run(PERIOD.multipliedBy(8).dividedBy(10));
    int at = workers.stream().mapToInt(Member::brought).sum() - before;
    assertThat(at).isBetween(3 * 150, 3 * 216 + 1); // those in work are finished
    swarm.period(0);
    swarm.run(PERIOD.multipliedBy(8).dividedBy(10));
    assertThat(workers.stream().mapToInt(Member::brought).sum() - before)
        .as("and as much again in the next")
        .isGreaterThan(at + 3 * 100);
  }
}
