package org.orbweaver.trust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Accusation;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.Finding;
import org.orbweaver.trust.Statement.Findings;
import org.orbweaver.trust.Statement.OfOthers;

/**
 * What follows from everybody's books, computed anew from the beginning each time, so that all who
 * have read the same say the same.
 *
 * <p>Periods follow each other so: what was done in p is committed to at the start of p + 1,
 * together with a sealed number that is opened at the start of p + 2. Then everybody can draw what
 * of p is checked, and by whom. What checkers find they say in p + 2, under the root that closes it
 * at the start of p + 3. An accusation is judged in the same way two periods after it was made.
 *
 * <p>A draw goes by those who committed to the same period, and by what was found of them before.
 * So it needs nobody's view of who lives, and does not change when it is looked at again.
 */
public final class Reckoning {
  /** Between what is done and its check, and between an accusation and its jury. */
  public static final int DRAWN_AFTER = 2;

  /** After so many periods everybody who reads has heard of a proof. */
  private static final int PROOF_HEARD = 4;

  /** In a swarm too small for juries: contradicted at so many origins, by so many networks. */
  private static final int SUSPECTED_AT = 2;

  /** In a swarm too small for juries: who accuses so many that nobody else does is not heard. */
  private static final int MOST_ACCUSED_ALONE = 3;

  /** A capture that somebody is to fetch again. */
  public record Assigned(int capture, Key checker) {}

  /**
   * A page of which two versions are kept.
   *
   * @param outcome what a jury made of it; null as long as there is none
   * @param heard whether the accuser is one whose word counts
   */
  public record Dispute(
      Key accuser, Accusation accusation, @Nullable JuryOutcome outcome, boolean heard) {}

  private final Map<Key, Book> books = new TreeMap<>();
  private final Map<Key, Dossier> dossiers = new HashMap<>();
  private final Map<Period, Electorate> electorates = new HashMap<>();
  private final Map<Key, Period> silencedUntil = new HashMap<>();
  private final Map<Key, Map<Period, List<Assigned>>> assignments = new HashMap<>();
  private final CloakingOrigins origins = new CloakingOrigins();
  private final List<Dispute> disputes = new ArrayList<>();
  private final Checking checking;
  private final Period now;
  private Set<Key> unheard = Set.of();

  /**
   * @param now the period that has not ended yet
   */
  public Reckoning(Collection<Book> all, Period now, Checking checking) {
    this.now = now;
    this.checking = checking;
    all.forEach(book -> books.put(book.subject(), book));
    Period first = now;
    for (Book book : all) {
      for (Period each : book.periods()) {
        first = each.compareTo(first) < 0 ? each : first;
      }
    }
    Period oldest = now.plus(-Period.TESTIMONY_LASTS);
    first = first.compareTo(oldest) < 0 ? oldest : first;
    for (Period each = first; each.compareTo(now) < 0; each = each.plus(1)) {
      reckon(each);
    }
    for (Book book : all) {
      Proof proof = book.proof();
      if (proof != null) {
        dossier(book.subject()).proven(proof.period());
      }
    }
    unheard = accusersAlone();
  }

  private void reckon(Period period) {
    Electorate electorate = electorate(period);
    electorates.put(period, electorate);
    for (Book book : books.values()) {
      Signed<Commitment> work = book.commitment(period);
      if (work != null) {
        silence(book, period);
        check(book, work.says(), electorate);
      }
      judge(book, period, electorate);
    }
  }

  /**
   * Who committed to the period may be drawn, with the places that its verified work has earned.
   * While so few have earned any that no jury could be seated, everybody has one: somebody must
   * begin, and nobody can be excluded by it.
   */
  private Electorate electorate(Period period) {
    List<Elector> earned = new ArrayList<>();
    List<Elector> everybody = new ArrayList<>();
    for (Book book : books.values()) {
      Signed<Commitment> there = book.commitment(period);
      Period silent = silencedUntil.get(book.subject());
      Proof proof = book.proof();
      boolean out =
          (silent != null && period.compareTo(silent) < 0)
              || (proof != null && period.since(proof.period()) >= PROOF_HEARD)
              || dossier(book.subject()).standing(period, origins).isExcluded();
      if (there != null && !out) {
        int places = Quota.places(dossier(book.subject()).verified(period));
        long network = there.says().network();
        earned.add(new Elector(book.subject(), network, places));
        everybody.add(new Elector(book.subject(), network, Math.max(1, places)));
      }
    }
    Electorate able = new Electorate(earned);
    return able.networks() >= Jury.LEAST_NETWORKS ? able : new Electorate(everybody);
  }

  /** Who sealed a number and did not open it, when all others have, has no place for a while. */
  private void silence(Book book, Period period) {
    if (now.since(period) > 1 && opening(book, period) == null) {
      silencedUntil.put(book.subject(), period.plus(1 + Witnesses.SILENCED));
    }
  }

  /** The number that it had sealed with its commitment to that period; null if it does not say. */
  private static @Nullable Opening opening(Book book, Period period) {
    Signed<Commitment> sealing = book.commitment(period);
    Signed<Commitment> opening = book.commitment(period.plus(1));
    if (sealing == null || opening == null) {
      return null;
    }
    byte[] number = opening.says().opened();
    byte[] sealed = Opening.sealed(book.subject(), period.plus(1), number);
    return Arrays.equals(sealed, sealing.says().sealed())
        ? new Opening(book.subject(), number)
        : null;
  }

  /** Null as long as no witness has opened its number. */
  private @Nullable Draw draw(Period period, Key about, long network, Electorate electorate) {
    List<Opening> openings = new ArrayList<>();
    for (Elector witness : Witnesses.of(electorate, period, about, network)) {
      Book book = books.get(witness.id());
      Opening opening = book == null ? null : opening(book, period);
      if (opening != null) {
        openings.add(opening);
      }
    }
    return openings.isEmpty() ? null : Draw.of(period, about, openings);
  }

  private void check(Book book, Commitment work, Electorate electorate) {
    Dossier dossier = dossier(book.subject());
    Draw draw = draw(work.period(), book.subject(), work.network(), electorate);
    if (draw == null || work.captures() <= 0) {
      return;
    }
    boolean relieved = dossier.standing(work.period(), origins) instanceof Standing.Relieved;
    double share =
        relieved ? work.captures() : checking.checks(dossier.sinceContradicted(), work.captures());
    int checks = (int) share + (draw.number(1 << 24, 1000) < 1000 * (share % 1) ? 1 : 0);
    List<Assigned> assigned = new ArrayList<>();
    for (int i = 0; i < checks; i++) {
      Elector checker = electorate.closest(draw.point(i));
      if (checker.network() != work.network()) {
        assigned.add(new Assigned(relieved ? i : draw.number(i, work.captures()), checker.id()));
      }
    }
    assignments
        .computeIfAbsent(book.subject(), it -> new HashMap<>())
        .put(work.period(), List.copyOf(assigned));
    Set<Assigned> drawn = new HashSet<>(assigned);
    int good = 0;
    for (Said<OfOthers> each : book.findings(work.period().plus(DRAWN_AFTER))) {
      if (each.says() instanceof Findings says && says.work().equals(work.period())) {
        for (Finding finding : says.findings()) {
          boolean counts = drawn.remove(new Assigned(finding.capture(), each.speaker()));
          good += counts && finding.sight() == Sight.AS_COMMITTED ? 1 : 0;
        }
      }
    }
    if (good > 0) {
      dossier.verified(work.period(), good);
    }
    if (relieved && now.since(work.period()) > 2 * DRAWN_AFTER + 1) {
      reviewed(dossier, work.period());
    }
  }

  /** All that a relieved peer did in that period was looked at. */
  private void reviewed(Dossier dossier, Period period) {
    if (dossier.contested(period, origins) < Dossier.CLEARED_BELOW) {
      dossier.cleared(period);
    } else {
      dossier.paroled(period);
    }
  }

  /** Accusations made in that period, of captures that the accuser was drawn to look at. */
  private void judge(Book book, Period made, Electorate electorate) {
    for (Said<OfOthers> each : book.accusations(made)) {
      if (!(each.says() instanceof Accusation accusation)
          || !wasDrawn(each.speaker(), accusation)) {
        continue;
      }
      Dossier accuser = dossier(each.speaker());
      boolean heard = accuser.mayAccuse(made);
      JuryOutcome outcome = null;
      Jury jury = heard ? jury(accusation, each.speaker(), electorate) : null;
      if (jury != null && now.since(made) > DRAWN_AFTER) {
        Period decided = made.plus(DRAWN_AFTER);
        JuryVerdict verdict =
            new Testimony(each.speaker(), accusation, book.votes(decided))
                .verdict(jury, decided, network(book, accusation.work()));
        dossier(book.subject()).judged(verdict);
        accuser.accused(verdict);
        origins.add(verdict);
        outcome = verdict.outcome();
      }
      disputes.add(new Dispute(each.speaker(), accusation, outcome, heard));
    }
  }

  private boolean wasDrawn(Key checker, Accusation accusation) {
    return accusation.period().since(accusation.work()) == DRAWN_AFTER
        && assigned(accusation.subject(), accusation.work())
            .contains(new Assigned(accusation.capture(), checker));
  }

  private @Nullable Jury jury(Accusation accusation, Key accuser, Electorate electorate) {
    if (electorate.networks() < Jury.LEAST_NETWORKS) {
      return null;
    }
    Key about = Key.read(accusation.hash(), 0);
    long subject = network(books.get(accusation.subject()), accusation.work());
    Draw draw = draw(accusation.period(), about, subject, electorate);
    long from = network(books.get(accuser), accusation.period());
    return draw == null
        ? null
        : Jury.of(draw, electorate, new HashSet<>(List.of(subject, from, accusation.origin())));
  }

  private static long network(@Nullable Book book, Period period) {
    Signed<Commitment> there = book == null ? null : book.commitment(period);
    return there == null ? 0 : there.says().network();
  }

  /**
   * Those who accuse several peers with whom two others or more, of different networks, found
   * nothing wrong. Where no jury can be seated, nobody listens to them any more.
   */
  private Set<Key> accusersAlone() {
    Map<Key, Set<Key>> accusedBy = new HashMap<>();
    for (Dispute each : disputes) {
      accusedBy
          .computeIfAbsent(each.accusation().subject(), it -> new HashSet<>())
          .add(each.accuser());
    }
    Map<Key, Integer> alone = new HashMap<>();
    accusedBy.forEach(
        (subject, accusers) -> {
          if (accusers.size() == 1 && praisers(subject).size() >= SUSPECTED_AT) {
            alone.merge(accusers.iterator().next(), 1, Integer::sum);
          }
        });
    Set<Key> all = new HashSet<>();
    alone.forEach(
        (accuser, count) -> {
          if (count >= MOST_ACCUSED_ALONE) {
            all.add(accuser);
          }
        });
    return all;
  }

  /** Networks of those who found captures of that peer to be as committed. */
  private Set<Long> praisers(Key subject) {
    Set<Long> networks = new HashSet<>();
    Book book = books.get(subject);
    for (Period made : book == null ? List.<Period>of() : periods()) {
      for (Said<OfOthers> each : book == null ? List.<Said<OfOthers>>of() : book.findings(made)) {
        if (each.says() instanceof Findings says
            && says.findings().stream().anyMatch(it -> it.sight() == Sight.AS_COMMITTED)) {
          networks.add(each.under().says().network());
        }
      }
    }
    return networks;
  }

  private List<Period> periods() {
    return electorates.keySet().stream().sorted().toList();
  }

  private Dossier dossier(Key subject) {
    return dossiers.computeIfAbsent(subject, it -> new Dossier());
  }

  /** Which captures of a period were drawn, and for whom. */
  public List<Assigned> assigned(Key subject, Period work) {
    return assignments.getOrDefault(subject, Map.of()).getOrDefault(work, List.of());
  }

  /** Accusations made in that period on which this peer is to vote. */
  public List<Accusation> summons(Key juror, Period made) {
    Electorate electorate = electorates.get(made);
    List<Accusation> all = new ArrayList<>();
    for (Dispute each : disputes) {
      if (electorate != null && each.heard() && each.accusation().period().equals(made)) {
        Jury jury = jury(each.accusation(), each.accuser(), electorate);
        if (jury != null && jury.jurors().stream().anyMatch(it -> it.id().equals(juror))) {
          all.add(each.accusation());
        }
      }
    }
    return all;
  }

  public Standing standing(Key subject) {
    return dossier(subject).standing(now, origins);
  }

  public int verified(Key subject) {
    return dossier(subject).verified(now);
  }

  /** What must have been verified of a peer's work for it to be answered. */
  public int needed() {
    Period last = now.plus(-1);
    return Gate.needed(
        books.values().stream()
            .filter(book -> book.commitment(last) != null)
            .mapToInt(book -> verified(book.subject()))
            .toArray());
  }

  /** Pages of which two versions are kept, the oldest dispute first. */
  public List<Dispute> disputes() {
    return disputes.stream().filter(each -> !unheard.contains(each.accuser())).toList();
  }

  /** What was said by those to whom nobody listens any more. */
  public List<Dispute> unheard() {
    return disputes.stream().filter(each -> unheard.contains(each.accuser())).toList();
  }

  /** Whether so few networks have earned places that no jury can be seated. */
  public boolean isSmall() {
    Electorate last = electorates.get(now.plus(-1));
    return last == null || last.networks() < Jury.LEAST_NETWORKS;
  }

  /**
   * Whether this swarm is too small for juries, and peers of different networks contradict this one
   * at several origins: each peer may refuse to serve it, and nobody excludes it.
   */
  public boolean isSuspected(Key subject) {
    Set<Long> where = new HashSet<>();
    Set<Long> by = new HashSet<>();
    for (Dispute each : disputes()) {
      if (each.heard() && each.accusation().subject().equals(subject)) {
        where.add(each.accusation().origin());
        by.add(network(books.get(each.accuser()), each.accusation().period()));
      }
    }
    return isSmall() && where.size() >= SUSPECTED_AT && by.size() >= SUSPECTED_AT;
  }

  /** Everybody of whom there is a book. */
  public Set<Key> subjects() {
    return books.keySet();
  }
}
