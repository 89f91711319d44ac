package org.orbweaver.trust;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Reckoning.Dispute;
import org.orbweaver.trust.Statement.Accusation;

/**
 * Accusations on their way: each waits until the {@link Docket} lets it be heard, is judged by a
 * jury drawn in that period whose votes come two periods later, and, if it is against a relieved
 * peer and nobody could decide it, is heard again.
 */
final class Courts {
  /** What was not heard by then is not any more; the page stays disputed. */
  static final int MOST_WAIT = 30;

  private final class Matter implements Docket.Case {
    final Key accuser;
    final Accusation accusation;
    final boolean admitted;
    int tries;
    int contested;
    boolean relieved;
    @Nullable JuryOutcome outcome;

    Matter(Key accuser, Accusation accusation, boolean admitted) {
      this.accuser = accuser;
      this.accusation = accusation;
      this.admitted = admitted;
    }

    @Override
    public Key subject() {
      return accusation.subject();
    }

    @Override
    public Key accuser() {
      return accuser;
    }

    @Override
    public long origin() {
      return accusation.origin();
    }

    @Override
    public int contested() {
      return contested;
    }

    @Override
    public boolean isOfRelieved() {
      return relieved;
    }

    /** Looks again at its subject; returns whether there is something to decide. */
    boolean isOpen(Period period) {
      contested = dossiers.contested(subject(), period);
      Standing standing = dossiers.standing(subject(), period);
      relieved = standing instanceof Standing.Relieved;
      Book book = books.get(subject());
      boolean out = standing.isExcluded() || (book != null && Reckoning.isKnownLiar(book, period));
      return admitted
          && !out // all it brought is disputed, and the jury is wanted elsewhere
          && period.since(accusation.period()) <= MOST_WAIT
          && tries < (relieved ? Docket.TRIES : 1)
          && (!relieved || heardOf.getOrDefault(subject(), 0) < Docket.OF_A_REVIEW)
          && outcome != JuryOutcome.UPHELD
          && !dossiers.of(subject()).isContradictedAt(origin());
    }
  }

  private record Hearing(Accusation accusation, Jury jury) {}

  private final Map<Key, Book> books;
  private final Drawing drawing;
  private final Dossiers dossiers;
  private final Period now;
  private final List<Matter> matters = new ArrayList<>();
  private final List<Matter> waiting = new ArrayList<>();
  private final Map<Period, List<Hearing>> hearings = new HashMap<>();

  /** Cases of each relieved peer that were heard since it was. */
  private final Map<Key, Integer> heardOf = new HashMap<>();

  private long seatsOfSecondLooks;

  Courts(Map<Key, Book> books, Drawing drawing, Dossiers dossiers, Period now) {
    this.books = books;
    this.drawing = drawing;
    this.dossiers = dossiers;
    this.now = now;
  }

  /** Somebody who was drawn to look at a capture saw something else. */
  void accuse(Key accuser, Accusation accusation) {
    boolean admitted = dossiers.of(accuser).mayAccuse(accusation.period());
    Matter matter = new Matter(accuser, accusation, admitted);
    matters.add(matter);
    waiting.add(matter);
  }

  /** Seats the juries of a period; returns how many fetches those cost that have a budget. */
  long hear(Period period, Electorate electorate, long budget) {
    if (electorate.networks() < Jury.LEAST_NETWORKS || waiting.isEmpty()) {
      return 0;
    }
    waiting.removeIf(each -> period.since(each.accusation.period()) > MOST_WAIT);
    List<Matter> open = new ArrayList<>();
    for (Matter each : waiting) {
      if (each.isOpen(period)) {
        open.add(each);
      }
    }
    // By a hash of what the accuser was served: it could choose that, and gains next to nothing.
    open.sort(Comparator.comparing(each -> Key.read(each.accusation.hash(), 0)));
    long cost = 0;
    for (Matter each : Docket.heard(open, budget)) {
      Jury jury = jury(each, period, electorate);
      if (jury != null) {
        each.tries++;
        if (each.relieved) {
          heardOf.merge(each.subject(), 1, Integer::sum);
          seatsOfSecondLooks += each.seats();
        } else {
          cost += each.seats();
        }
        hearings
            .computeIfAbsent(period, it -> new ArrayList<>())
            .add(new Hearing(each.accusation, jury));
        decide(each, jury, period);
      }
    }
    return cost;
  }

  private @Nullable Jury jury(Matter matter, Period period, Electorate electorate) {
    Accusation accusation = matter.accusation;
    Key about = Key.read(accusation.hash(), 0);
    long subject = Reckoning.network(books.get(accusation.subject()), accusation.work());
    long from = Reckoning.network(books.get(matter.accuser), accusation.period());
    Draw draw = drawing.draw(period, about, subject, electorate);
    return draw == null
        ? null
        : Jury.of(
            draw,
            electorate,
            new HashSet<>(List.of(subject, from, accusation.origin())),
            matter.seats());
  }

  /** Once the votes are closed. */
  private void decide(Matter matter, Jury jury, Period period) {
    Book book = books.get(matter.subject());
    if (now.since(period) > Reckoning.DRAWN_AFTER && book != null) {
      Period decided = period.plus(Reckoning.DRAWN_AFTER);
      JuryVerdict verdict =
          new Testimony(matter.accuser, matter.accusation, book.votes(decided))
              .verdict(jury, decided, Reckoning.network(book, matter.accusation.work()));
      dossiers.judged(verdict);
      matter.outcome = verdict.outcome();
    }
  }

  /** The second look at that peer's work is over: the next one has its own juries. */
  void reviewed(Key subject) {
    heardOf.remove(subject);
  }

  /** Fetches of all juries about what second looks found. */
  long seatsOfSecondLooks() {
    return seatsOfSecondLooks;
  }

  /** Whether something against that peer is still to be decided. */
  boolean isOpen(Key subject, Period period) {
    return waiting.stream().anyMatch(each -> each.subject().equals(subject) && each.isOpen(period));
  }

  /** Periods in which that peer's work was contradicted, by whomever. */
  Set<Period> contradicted(Key subject) {
    Set<Period> periods = new HashSet<>();
    for (Matter each : matters) {
      if (each.subject().equals(subject)) {
        periods.add(each.accusation.work());
      }
    }
    return periods;
  }

  /** On what this peer is to vote, where juries were drawn in that period. */
  List<Accusation> summons(Key juror, Period period) {
    List<Accusation> all = new ArrayList<>();
    for (Hearing each : hearings.getOrDefault(period, List.of())) {
      if (each.jury.jurors().stream().anyMatch(it -> it.id().equals(juror))) {
        all.add(each.accusation);
      }
    }
    return all;
  }

  List<Dispute> disputes() {
    return matters.stream()
        .map(each -> new Dispute(each.accuser, each.accusation, each.outcome, each.admitted))
        .toList();
  }
}
