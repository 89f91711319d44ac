package org.orbweaver.trust;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
  /** See {@link #limited}. */
  public static final int ALL_TASKS = Entitlement.FULL;

  /** Between what is done and its check, and between an accusation and its jury. */
  public static final int DRAWN_AFTER = 2;

  /** After so many periods everybody who reads has heard of a proof. */
  private static final int PROOF_HEARD = 4;

  /** From the draw of a second look until the last jury on what it found has decided. */
  private static final int REVIEW_LASTS = 2 * DRAWN_AFTER + 1;

  /** Points of a draw beyond those by which a period's own checks are drawn. */
  private static final int REVIEW_POINTS = 1 << 20;

  /**
   * How many look at a capture of a doubted peer, each of another network. It counts as good when
   * all who saw anything agree: where attackers have 30 % of the weight, one false page in
   * thirty-seven has nobody but its author's friends looking at it; with one checker it were every
   * third.
   */
  public static final int SECOND_LOOKS = 3;

  /** So many of them must have seen the same. */
  private static final int AGREE = 2;

  /** A capture that somebody is to fetch again. */
  public record Assigned(Period work, int capture, Key checker) {}

  /**
   * A page of which two versions are kept.
   *
   * @param outcome what a jury made of it; null as long as there is none
   * @param heard whether the accuser is one whose word counts
   */
  public record Dispute(
      Key accuser, Accusation accusation, @Nullable JuryOutcome outcome, boolean heard) {}

  /**
   * What was drawn to be fetched for the sake of trust; a little less was, because some are away.
   *
   * @param budgeted checks of members and juries about them
   * @param reviewed captures of doubted peers, as often as they were drawn
   * @param judged seats of juries about what was found then
   */
  public record Fetches(long budgeted, long reviewed, long judged) {}

  private final Map<Key, Book> books = new TreeMap<>();
  private final Dossiers dossiers = new Dossiers();
  private final Drawing drawing = new Drawing(books);
  private final Map<Period, Electorate> electorates = new TreeMap<>();
  private final Map<Key, Period> silencedUntil = new HashMap<>();
  private final Map<Key, Map<Period, Set<Assigned>>> assignments = new HashMap<>();
  private final Map<Key, Review> reviews = new HashMap<>();
  private final Map<Key, Period> reviewedUntil = new HashMap<>();
  private final FetchBudget budget = new FetchBudget();
  private final Courts courts;
  private final Checking checking;
  private final Period now;
  private final List<Dispute> disputes;
  private final Set<Key> unheard;
  private final Set<Key> suspected = new HashSet<>();
  private final boolean small;
  private final int needed;
  private long reviewed;

  /**
   * @param now the period that has not ended yet
   */
  public Reckoning(Collection<Book> all, Period now, Checking checking) {
    this.now = now;
    this.checking = checking;
    all.forEach(book -> books.put(book.subject(), book));
    this.courts = new Courts(books, drawing, dossiers, now);
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
        dossiers.of(book.subject()).proven(proof.period());
      }
    }
    disputes = courts.disputes();
    small = couldSeatNoJury();
    SmallSwarm alone = new SmallSwarm(disputes, books, electorates.keySet());
    unheard = small ? alone.accusersAlone() : Set.of(); // elsewhere juries see to it
    if (small) {
      for (Dispute each : disputes) {
        Key subject = each.accusation().subject();
        if (!suspected.contains(subject) && alone.isSuspected(subject, unheard)) {
          suspected.add(subject);
        }
      }
    }
    Period last = now.plus(-1);
    needed =
        Gate.needed(
            books.values().stream()
                .filter(book -> book.commitment(last) != null)
                .mapToInt(book -> verified(book.subject()))
                .toArray());
  }

  private void reckon(Period period) {
    Electorate electorate = electorate(period);
    electorates.put(period, electorate);
    for (Book book : books.values()) {
      Signed<Commitment> work = book.commitment(period);
      if (work != null) {
        silence(book, period);
        budget.worked(period, work.says().captures());
        check(book, work.says(), electorate);
      }
      review(book, period, electorate);
      for (Word each : book.accusations(period)) {
        if (each.says() instanceof Accusation accusation && wasDrawn(each.speaker(), accusation)) {
          courts.accuse(each.speaker(), accusation);
        }
      }
    }
    budget.spent(period, courts.hear(period, electorate, budget.left(period)));
  }

  /**
   * Who committed to the period may be drawn, with the places that its verified work has earned,
   * but nobody who is out or whose own work is being looked at again. While so few have earned any
   * that no jury could be seated, everybody has one: somebody must begin, and nobody can be
   * excluded by it.
   */
  private Electorate electorate(Period period) {
    List<Elector> earned = new ArrayList<>();
    List<Elector> everybody = new ArrayList<>();
    for (Book book : books.values()) {
      Signed<Commitment> there = book.commitment(period);
      Period silent = silencedUntil.get(book.subject());
      boolean out =
          (silent != null && period.compareTo(silent) < 0)
              || isKnownLiar(book, period)
              || !(dossiers.standing(book.subject(), period) instanceof Standing.Member);
      if (there != null && !out) {
        int places = Quota.places(dossiers.of(book.subject()).verified(period));
        long network = there.says().network();
        earned.add(new Elector(book.subject(), network, places));
        everybody.add(new Elector(book.subject(), network, Math.max(1, places)));
      }
    }
    Electorate able = new Electorate(earned);
    return able.networks() >= Jury.LEAST_NETWORKS ? able : new Electorate(everybody);
  }

  static boolean isKnownLiar(Book book, Period period) {
    Proof proof = book.proof();
    return proof != null && period.since(proof.period()) >= PROOF_HEARD;
  }

  /** Who sealed a number and did not open it, when all others have, has no place for a while. */
  private void silence(Book book, Period period) {
    if (now.since(period) > 1 && Drawing.opening(book, period) == null) {
      silencedUntil.put(book.subject(), period.plus(1 + Witnesses.SILENCED));
    }
  }

  private void check(Book book, Commitment work, Electorate electorate) {
    Dossier dossier = dossiers.of(book.subject());
    Draw draw = drawing.draw(work.period(), book.subject(), work.network(), electorate);
    if (draw == null || work.captures() <= 0) {
      return;
    }
    boolean doubted =
        dossier.isOnParole()
            || dossiers.standing(book.subject(), work.period()) instanceof Standing.Relieved;
    List<Assigned> assigned = new ArrayList<>();
    if (doubted) {
      Review.Part all = new Review.Part(work.period(), 0, work.captures());
      assigned.addAll(looksAt(List.of(all), book.subject(), work.network(), electorate, draw));
      reviewed += assigned.size();
    } else {
      Checking rule = electorate.networks() < Jury.LEAST_NETWORKS ? Checking.CLOSE : checking;
      double share = rule.checks(dossier.sinceContradicted(), work.captures());
      int checks = (int) share + (draw.number(1 << 24, 1000) < 1000 * (share % 1) ? 1 : 0);
      for (int i = 0; i < checks; i++) {
        Elector checker = electorate.closest(draw.point(i));
        if (checker.network() != work.network()) {
          int capture = draw.number(i, work.captures());
          assigned.add(new Assigned(work.period(), capture, checker.id()));
        }
      }
      budget.spent(work.period(), assigned.size());
    }
    assign(book.subject(), work.period(), assigned);
    int good = verifiedOf(book, work.period(), new HashSet<>(assigned), doubted ? AGREE : 1);
    if (good > 0) {
      dossier.verified(work.period(), good);
    }
  }

  /** Who looks again at all captures of some work: several for each, of different networks. */
  private static List<Assigned> looksAt(
      List<Review.Part> parts, Key subject, long network, Electorate electorate, Draw draw) {
    List<Assigned> looks = new ArrayList<>();
    int point = REVIEW_POINTS;
    for (Review.Part part : parts) {
      for (int capture = part.from(); capture < part.to(); capture++) {
        Set<Long> networks = new HashSet<>(Set.of(network));
        for (int i = 0; i < 3 * SECOND_LOOKS && networks.size() <= SECOND_LOOKS; i++) {
          Elector checker = electorate.closest(draw.point(point + i));
          if (!checker.id().equals(subject) && networks.add(checker.network())) {
            looks.add(new Assigned(part.work(), capture, checker.id()));
          }
        }
        point += 3 * SECOND_LOOKS;
      }
    }
    return looks;
  }

  private void assign(Key subject, Period drawn, Collection<Assigned> some) {
    assignments
        .computeIfAbsent(subject, it -> new HashMap<>())
        .computeIfAbsent(drawn, it -> new LinkedHashSet<>())
        .addAll(some);
  }

  /** How many of these were found to be as committed, by so many of those who were drawn for it. */
  private static int verifiedOf(Book book, Period work, Set<Assigned> drawn, int agree) {
    Map<Integer, Integer> seen = new HashMap<>();
    int good = 0;
    for (Word each : book.findings(work.plus(DRAWN_AFTER))) {
      if (each.says() instanceof Findings says && says.work().equals(work)) {
        for (Finding finding : says.findings()) {
          boolean counts = drawn.remove(new Assigned(work, finding.capture(), each.speaker()));
          boolean same = counts && finding.sight() == Sight.AS_COMMITTED;
          if (agree == 1) {
            good += same ? 1 : 0;
          } else if (same) {
            good += seen.merge(finding.capture(), 1, Integer::sum) == agree ? 1 : 0;
          }
        }
      }
    }
    return good;
  }

  /**
   * All that a relieved peer, or one that is out, has brought is looked at again. When it is over,
   * the relieved one works again, closely watched if much was found.
   */
  private void review(Book book, Period period, Electorate electorate) {
    Key subject = book.subject();
    Standing standing = dossiers.standing(subject, period);
    boolean doubted = !(standing instanceof Standing.Member) || isKnownLiar(book, period);
    Review review = reviews.get(subject);
    if (review == null && doubted) {
      review = new Review(book, reviewedUntil.get(subject), period, courts.contradicted(subject));
      reviews.put(subject, review);
      reviewedUntil.put(subject, period);
    }
    if (review == null) {
      return;
    }
    Period ended = review.ended();
    if (ended == null) {
      assignReview(book, review, period, electorate);
    } else if (standing instanceof Standing.Relieved
        && period.since(ended) >= REVIEW_LASTS
        && !courts.isOpen(subject, period)) {
      reviews.remove(subject);
      courts.reviewed(subject);
      if (dossiers.contested(subject, period) < Dossier.CLEARED_BELOW) {
        dossiers.of(subject).cleared(period);
      } else {
        dossiers.of(subject).paroled(period);
      }
    }
  }

  private void assignReview(Book book, Review review, Period period, Electorate electorate) {
    long network = network(book, period);
    Draw draw =
        electorate.isEmpty() ? null : drawing.draw(period, book.subject(), network, electorate);
    if (draw == null) {
      return; // next time
    }
    List<Assigned> assigned =
        looksAt(review.next(period), book.subject(), network, electorate, draw);
    assign(book.subject(), period, assigned);
    reviewed += assigned.size();
  }

  private boolean wasDrawn(Key checker, Accusation accusation) {
    Period drawn = accusation.period().plus(-DRAWN_AFTER);
    return assignments
        .getOrDefault(accusation.subject(), Map.of())
        .getOrDefault(drawn, Set.of())
        .contains(new Assigned(accusation.work(), accusation.capture(), checker));
  }

  static long network(@Nullable Book book, Period period) {
    Signed<Commitment> there = book == null ? null : book.commitment(period);
    return there == null ? 0 : there.says().network();
  }

  /** Which captures were drawn in a period, and for whom. */
  public Collection<Assigned> assigned(Key subject, Period drawn) {
    return assignments.getOrDefault(subject, Map.of()).getOrDefault(drawn, Set.of());
  }

  /** Accusations for whose juries this peer was drawn in that period. */
  public List<Accusation> summons(Key juror, Period drawn) {
    return courts.summons(juror, drawn);
  }

  public Standing standing(Key subject) {
    return dossiers.standing(subject, now);
  }

  public int verified(Key subject) {
    return dossiers.of(subject).verified(now);
  }

  /** Whether what it says of others is still brought before juries. */
  public boolean mayAccuse(Key subject) {
    return dossiers.of(subject).mayAccuse(now);
  }

  /** What must have been verified of a peer's work for it to be answered. */
  public int needed() {
    return needed;
  }

  /** Who gets less than all tasks whose keys are its own, and how many of {@link #ALL_TASKS}. */
  public Map<Key, Integer> limited() {
    return Entitlement.limited(books.values(), dossiers, now);
  }

  /** What all of it took. */
  public Fetches fetches() {
    return new Fetches(budget.spent(), reviewed, courts.seatsOfSecondLooks());
  }

  /**
   * What that peer did before this is disputed as a whole: it is out, or relieved, or so much was
   * found when it was that its earlier work is not believed any more. Null if nothing is. When a
   * page was captured, and by whom, its record tells.
   */
  public @Nullable Period doubtedBefore(Key author) {
    return standing(author) instanceof Standing.Member
        ? dossiers.of(author).doubtedBefore()
        : now.plus(1);
  }

  /** Pages of which two versions are kept, the oldest dispute first. */
  public List<Dispute> disputes() {
    return disputes.stream().filter(this::isHeard).toList();
  }

  /** What was said by those to whom nobody listened any more. */
  public List<Dispute> unheard() {
    return disputes.stream().filter(each -> !isHeard(each)).toList();
  }

  private boolean isHeard(Dispute dispute) {
    return dispute.heard() && !unheard.contains(dispute.accuser());
  }

  /** Whether it accuses several with whom others find nothing wrong, where there are no juries. */
  public boolean accusesAlone(Key subject) {
    return unheard.contains(subject);
  }

  /** Whether so few networks have earned places that no jury could be seated for long. */
  public boolean isSmall() {
    return small;
  }

  /**
   * As long as an accusation may wait for a jury, nobody decides by itself: in a swarm of about so
   * many networks some are away in one period and back in the next, and what was disputed would
   * stand and fall with them.
   */
  private boolean couldSeatNoJury() {
    for (int i = 1; i <= Courts.MOST_WAIT; i++) {
      Electorate then = electorates.get(now.plus(-i));
      if (then != null && then.networks() >= Jury.LEAST_NETWORKS) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether this swarm is too small for juries, and peers of different networks contradict this one
   * at several origins: each peer may refuse to serve it, and nobody excludes it.
   */
  public boolean isSuspected(Key subject) {
    return suspected.contains(subject);
  }

  /** Everybody of whom there is a book. */
  public Set<Key> subjects() {
    return books.keySet();
  }
}
