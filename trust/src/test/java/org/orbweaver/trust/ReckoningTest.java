package org.orbweaver.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Accusation;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.Finding;
import org.orbweaver.trust.Statement.Findings;
import org.orbweaver.trust.Statement.OfOthers;
import org.orbweaver.trust.Statement.Vote;

/** Sixty peers on as many networks commit, check, accuse and vote, period by period. */
class ReckoningTest {
  private static final int PEERS = 60;
  private static final int CAPTURES = 40;
  private static final Period FIRST = new Period(20_000);

  private enum Conduct {
    HONEST,
    /** Each third of its captures is false. */
    ALTERS,
    /** Says of every capture that it is false. */
    SLANDERS,
    /** Says of every capture that it is true. */
    SHIELDS
  }

  private record Villager(int number, Conduct conduct, Book book) implements Notary {
    static Villager of(int number, Conduct conduct) {
      return new Villager(number, conduct, new Book(Signed.name(publicKey(number))));
    }

    private static byte[] publicKey(int number) {
      return ByteBuffer.allocate(32).putInt(28, number).array();
    }

    @Override
    public byte[] publicKey() {
      return publicKey(number);
    }

    @Override
    public byte[] sign(byte[] message) {
      return new byte[64];
    }

    @Override
    public boolean isGenuine(byte[] publicKey, byte[] message, byte[] signature) {
      return true;
    }

    Key name() {
      return book.subject();
    }

    byte[] sealedNumber(Period period) {
      return Hash.of("a number").add(number).add(period.number()).bytes();
    }
  }

  private final List<Villager> village = new ArrayList<>();
  private final Map<Key, Villager> byName = new HashMap<>();
  private Period now = FIRST;
  private int captures = CAPTURES;
  private Period reformed = FIRST.plus(1000);
  private int away;

  private void settle(int others, Conduct conduct, Conduct... more) {
    List<Conduct> all = new ArrayList<>(Collections.nCopies(others, conduct));
    all.addAll(List.of(more));
    all.addAll(0, Collections.nCopies(PEERS - all.size(), Conduct.HONEST));
    for (int i = 0; i < PEERS; i++) {
      Villager villager = Villager.of(i + 1, all.get(i));
      village.add(villager);
      byName.put(villager.name(), villager);
    }
  }

  private Reckoning reckoning() {
    return new Reckoning(village.stream().map(Villager::book).toList(), now, Checking.ADAPTIVE);
  }

  /** What each says in the period, then all close it. */
  private void periods(int count) {
    for (int i = 0; i < count; i++) {
      Reckoning reckoning = reckoning();
      Map<Villager, List<OfOthers>> said = new HashMap<>();
      for (Villager villager : village) {
        said.put(villager, said(villager, reckoning));
      }
      for (Villager villager : village.subList(away, PEERS)) {
        close(villager, Objects.requireNonNull(said.get(villager)));
      }
      now = now.plus(1);
    }
  }

  private List<OfOthers> said(Villager by, Reckoning reckoning) {
    Period drawn = now.plus(-Reckoning.DRAWN_AFTER);
    List<OfOthers> said = new ArrayList<>();
    for (Villager subject : village) {
      for (Reckoning.Assigned each : reckoning.assigned(subject.name(), drawn)) {
        if (each.checker().equals(by.name())) {
          Sight sight = sight(by, subject, each.work(), each.capture());
          said.add(
              new Findings(
                  now, subject.name(), each.work(), List.of(new Finding(each.capture(), sight))));
          if (sight == Sight.DIFFERENT) {
            said.add(accusation(subject, each));
          }
        }
      }
    }
    for (Accusation each : reckoning.summons(by.name(), drawn)) {
      Villager subject = Objects.requireNonNull(byName.get(each.subject()));
      said.add(
          new Vote(
              now, each.subject(), each.hash(), sight(by, subject, each.work(), each.capture())));
    }
    return said;
  }

  /** Every capture is of a site of its own. */
  private Accusation accusation(Villager subject, Reckoning.Assigned each) {
    long site = 1_000_000L * subject.number() + 1000L * each.work().since(FIRST) + each.capture();
    return new Accusation(now, subject.name(), each.work(), each.capture(), site, new byte[32]);
  }

  private Sight sight(Villager by, Villager subject, Period work, int capture) {
    boolean lied =
        subject.conduct() == Conduct.ALTERS && capture % 3 == 0 && work.compareTo(reformed) < 0;
    boolean different =
        switch (by.conduct()) {
          case SLANDERS -> true;
          case SHIELDS -> false;
          case HONEST, ALTERS -> lied;
        };
    return different ? Sight.DIFFERENT : Sight.AS_COMMITTED;
  }

  private void close(Villager villager, List<OfOthers> said) {
    Signed<Commitment> commitment =
        Signed.by(
            villager,
            new Commitment(
                now,
                1,
                now.since(FIRST),
                villager.number(),
                captures,
                new byte[32],
                new byte[32],
                Closing.root(said),
                Opening.sealed(villager.name(), now.plus(1), villager.sealedNumber(now.plus(1))),
                villager.sealedNumber(now)));
    villager.book().add(commitment);
    for (OfOthers each : said) {
      Objects.requireNonNull(byName.get(each.subject())).book().add(Word.of(commitment, each));
    }
  }

  private Set<JuryOutcome> outcomes(Villager of) {
    return reckoning().disputes().stream()
        .filter(each -> each.accusation().subject().equals(of.name()))
        .map(Reckoning.Dispute::outcome)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  @Test
  void juriesUpholdWhatIsTrueAndThePeerIsRelievedLedNoTasksAndExcludedInTheEnd() {
    settle(1, Conduct.ALTERS);
    Villager liar = village.getLast();
    periods(9);
    assertThat(reckoning().isSmall()).isFalse();
    assertThat(outcomes(liar)).containsExactly(JuryOutcome.UPHELD);
    assertThat(reckoning().standing(liar.name())).isInstanceOf(Standing.Relieved.class);
    assertThat(reckoning().limited()).isEqualTo(Map.of(liar.name(), 0));
    periods(15); // sixteen cases a period, of all that it ever brought
    assertThat(reckoning().standing(liar.name()))
        .isInstanceOfSatisfying(
            Standing.Excluded.class,
            out -> assertThat(out.ground()).isEqualTo(Standing.Ground.TESTIMONY));
    for (Villager villager : village.subList(0, PEERS - 1)) {
      assertThat(reckoning().standing(villager.name())).isInstanceOf(Standing.Member.class);
    }
  }

  @Test
  void aSlandererIsOverruledTwiceAndNotHeardAnyMore() {
    settle(1, Conduct.SLANDERS);
    Villager slanderer = village.getLast();
    periods(12);
    Reckoning reckoning = reckoning();
    assertThat(reckoning.mayAccuse(slanderer.name())).isFalse();
    List<JuryOutcome> outcomes =
        reckoning.disputes().stream()
            .filter(each -> each.accuser().equals(slanderer.name()))
            .map(Reckoning.Dispute::outcome)
            .filter(Objects::nonNull)
            .toList();
    assertThat(outcomes).isNotEmpty().containsOnly(JuryOutcome.OVERRULED);
    for (Villager villager : village) {
      assertThat(reckoning.standing(villager.name())).isInstanceOf(Standing.Member.class);
    }
  }

  @Test
  void whereTwoFifthsShieldALiarJuriesHangAndItsPagesStayDisputed() {
    settle(24, Conduct.SHIELDS, Conduct.ALTERS);
    Villager liar = village.getLast();
    periods(12);
    assertThat(outcomes(liar)).containsExactly(JuryOutcome.HUNG);
    assertThat(reckoning().disputes())
        .isNotEmpty()
        .allMatch(each -> each.accusation().subject().equals(liar.name()));
    assertThat(reckoning().standing(liar.name())).isInstanceOf(Standing.Member.class);
  }

  @Test
  void aPeerThatIsLookedAtAgainAndFoundGoodWorksAgain() {
    settle(1, Conduct.ALTERS);
    Villager liar = village.getLast();
    captures = 3; // of which one is false, so that the second look finds few
    reformed = FIRST.plus(5);
    periods(5);
    boolean relieved = false;
    for (int i = 0; i < 20; i++) {
      periods(1);
      relieved |= reckoning().standing(liar.name()) instanceof Standing.Relieved;
    }
    assertThat(relieved).isTrue();
    assertThat(reckoning().standing(liar.name())).isInstanceOf(Standing.Member.class);
  }

  @Test
  void aSecondLookIsThreeLooksFromDifferentNetworks() {
    settle(1, Conduct.ALTERS);
    Villager liar = village.getLast();
    Map<List<Integer>, Set<Key>> looks = new HashMap<>();
    for (int i = 0; i < 12 && looks.isEmpty(); i++) {
      periods(1);
      if (reckoning().standing(liar.name()) instanceof Standing.Relieved) {
        Period drawn = now.plus(-Reckoning.DRAWN_AFTER);
        for (Reckoning.Assigned each : reckoning().assigned(liar.name(), drawn)) {
          looks
              .computeIfAbsent(List.of(each.work().number(), each.capture()), it -> new HashSet<>())
              .add(each.checker());
        }
      }
    }
    // Every villager is of a network of its own.
    assertThat(looks).hasSizeGreaterThanOrEqualTo(4 * captures);
    assertThat(looks.values()).allMatch(each -> each.size() == Reckoning.SECOND_LOOKS);
    assertThat(reckoning().fetches().reviewed()).isPositive();
  }

  @Test
  void whoIsRelievedLooksAtNobodysWork() {
    settle(1, Conduct.ALTERS);
    Villager liar = village.getLast();
    Period relieved = FIRST;
    for (int i = 0; i < 11; i++) {
      periods(1);
      boolean is = reckoning().standing(liar.name()) instanceof Standing.Relieved;
      relieved = is ? relieved : now.plus(1);
    }
    assertThat(reckoning().standing(liar.name())).isInstanceOf(Standing.Relieved.class);
    Reckoning reckoning = reckoning();
    boolean before = false;
    for (Villager other : village.subList(0, PEERS - 1)) {
      for (Period drawn = FIRST; drawn.compareTo(now) < 0; drawn = drawn.plus(1)) {
        boolean looks =
            reckoning.assigned(other.name(), drawn).stream()
                .anyMatch(each -> each.checker().equals(liar.name()));
        before |= looks;
        assertThat(looks && drawn.compareTo(relieved) >= 0).isFalse();
      }
    }
    assertThat(before).isTrue(); // and it did until then
  }

  @Test
  void whatAPeerBroughtIsDisputedWhileItIsRelievedAndForGoodIfMuchOfItWasFalse() {
    settle(1, Conduct.ALTERS);
    Villager liar = village.getLast();
    captures = 12;
    reformed = FIRST.plus(5);
    assertThat(reckoning().doubtedBefore(liar.name())).isNull();
    boolean relieved = false;
    for (int i = 0; i < 30; i++) {
      periods(1);
      if (reckoning().standing(liar.name()) instanceof Standing.Relieved) {
        relieved = true;
        assertThat(reckoning().doubtedBefore(liar.name())).isEqualTo(now.plus(1));
      }
    }
    assertThat(relieved).isTrue();
    // Twenty false pages: it is on parole, and nothing of what it brought before is believed.
    assertThat(reckoning().standing(liar.name())).isInstanceOf(Standing.Member.class);
    assertThat(reckoning().doubtedBefore(liar.name()))
        .isGreaterThan(reformed)
        .isLessThanOrEqualTo(now);
    assertThat(reckoning().doubtedBefore(village.getFirst().name())).isNull();
  }

  @Test
  void whatIsDisputedDoesNotStandAgainWhileTooManyForAJuryAreAway() {
    settle(1, Conduct.SLANDERS);
    Villager slanderer = village.getLast();
    periods(5);
    away = PEERS - Jury.LEAST_NETWORKS + 2;
    for (int i = 0; i < 4; i++) {
      periods(1);
      assertThat(reckoning().isSmall()).isFalse();
      assertThat(reckoning().accusesAlone(slanderer.name())).isFalse();
    }
    periods(Courts.MOST_WAIT);
    assertThat(reckoning().isSmall()).isTrue();
    assertThat(reckoning().accusesAlone(slanderer.name())).isTrue();
  }

  @Test
  void whatIsDrawnDoesNotChangeWhenItIsLookedAtLater() {
    settle(2, Conduct.ALTERS, Conduct.SLANDERS);
    periods(6);
    Period drawn = now.plus(-Reckoning.DRAWN_AFTER);
    Map<Key, List<Reckoning.Assigned>> first = new HashMap<>();
    Reckoning then = reckoning();
    village.forEach(each -> first.put(each.name(), List.copyOf(then.assigned(each.name(), drawn))));
    Map<Key, List<Accusation>> summons = new HashMap<>();
    village.forEach(each -> summons.put(each.name(), then.summons(each.name(), drawn)));
    periods(4);
    Reckoning later = reckoning();
    for (Villager each : village) {
      assertThat(List.copyOf(later.assigned(each.name(), drawn))).isEqualTo(first.get(each.name()));
      assertThat(later.summons(each.name(), drawn).stream().map(it -> Arrays.hashCode(it.hash())))
          .containsExactlyElementsOf(
              Objects.requireNonNull(summons.get(each.name())).stream()
                  .map(it -> Arrays.hashCode(it.hash()))
                  .toList());
    }
  }
}
