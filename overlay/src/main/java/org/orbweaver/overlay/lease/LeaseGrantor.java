package org.orbweaver.overlay.lease;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.membership.Absences;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;

/**
 * Lends the names that this peer is closest to.
 *
 * <p>Bounded: past {@link #MOST_NAMES} names lent or at rest, no further ones are lent until some
 * have rested.
 */
final class LeaseGrantor {
  static final long SECOND = 1_000_000_000L;

  /** How long a lease lasts unless it is given back; a fetch takes no longer. */
  static final long LEASE = 30 * SECOND;

  /** No crawl delay beyond this is kept; whoever asks for more would only block the name. */
  private static final long LONGEST_REST = 300 * SECOND;

  /** A name with a crawl delay may rest longer than a lease lasts; nobody is believed more. */
  private static final long LONGEST_WORD = 120 * SECOND;

  private static final long RETRY = 2 * SECOND;

  /** After which a predecessor is asked once more. */
  static final long ASK_AGAIN = SECOND / 2;

  private static final long SHORTEST_WAIT = SECOND / 100;

  /** In which those who have a dead grantor's names tell its successor. */
  private static final long SETTLE = 5 * SECOND;

  private static final int MOST_NAMES = 1 << 17;

  /** Of one peer, however many hosts it fetches from at once. */
  private static final int MOST_NAMES_EACH = 1 << 12;

  /** What was decided: a lease if nothing is to be waited for. */
  record Decision(long waitNanos, long ticket) {}

  private static final class Loan {
    private long ticket;
    private long since;
    private long until;
    private long rest;

    /** From one loan to the next, as it was last. */
    private long cycle = SECOND / 20;

    private int refused;
    private Endpoint borrower = NOBODY;

    /** When it may be lent again, if nobody gives it back before. */
    long freeAt() {
      return until + rest;
    }
  }

  private static final Endpoint NOBODY = Endpoint.v6(0, 0, 0);

  private record Reign(MembershipView view, long ended) {
    /** Until when that grantor's leases may be out; if it is gone, its borrowers have told us. */
    long until(Endpoint grantor, MembershipView now) {
      return ended + (isIn(now, grantor) ? LEASE : SETTLE);
    }

    private static boolean isIn(MembershipView view, Endpoint grantor) {
      return view.peers().stream().anyMatch(peer -> peer.address().equals(grantor));
    }
  }

  /**
   * A predecessor's word about a name: whose, when the last that it lent is back, and when to ask
   * it again, for it may have the name back before, or may have heard by then from its own
   * predecessor.
   */
  private record Word(Endpoint of, long freeAt, long askAgainAt) {}

  private static final int CLOSEST = 8;

  private final Members members;
  private final RandomGenerator random;
  private final Map<Key, Loan> loans = new HashMap<>();
  private final ArrayDeque<Reign> past = new ArrayDeque<>();
  private final Absences absences = new Absences(Absences.DAY);

  /** What predecessors said under the view of now; no more names than are lent. */
  private final Map<Key, Word> words = new HashMap<>();

  private final Map<Endpoint, Integer> borrowed = new HashMap<>();
  private MembershipView view = MembershipView.EMPTY;
  private long tidyAt;
  private boolean founder;

  LeaseGrantor(Members members, RandomGenerator random) {
    this.members = members;
    this.random = random;
  }

  /** There was nobody before it: a swarm's first peer has nobody's leases to wait for. */
  void first() {
    founder = true;
  }

  /** To be called often: what another may have lent is waited for from the change on. */
  void followView(long now) {
    MembershipView current = members.view();
    if (current != view) {
      if (!founder || !view.peers().isEmpty()) {
        past.addLast(new Reign(view, now));
      }
      view = current;
      words.clear();
      absences.review(now, members);
    }
    while (!past.isEmpty() && past.peekFirst().ended() + LEASE <= now) {
      past.pollFirst();
    }
  }

  Decision ask(long now, Key name, Endpoint borrower) {
    followView(now);
    if (!isMine(view, name)) {
      return new Decision(RETRY, 0); // who asks believes otherwise; one of us will learn
    }
    long others = othersMayLendUntil(name, words.get(name));
    if (others > now && view.peers().size() > 1) {
      return new Decision(others - now, 0);
    }
    Loan loan = loans.get(name);
    if (loan != null && loan.freeAt() > now) {
      return refuse(now, loan);
    }
    if (loan == null && loans.size() >= MOST_NAMES) {
      tidy(now);
    }
    if ((loan == null && loans.size() >= MOST_NAMES)
        || borrowed.getOrDefault(borrower, 0) >= MOST_NAMES_EACH) {
      return new Decision(RETRY, 0);
    }
    return new Decision(0, lend(now, name, borrower));
  }

  /** Goes by all names, so not at every question. */
  private void tidy(long now) {
    if (now >= tidyAt) {
      tidyAt = now + SECOND;
      loans
          .values()
          .removeIf(
              old -> {
                boolean over = old.freeAt() <= now;
                if (over) {
                  release(old);
                }
                return over;
              });
    }
  }

  private void release(Loan loan) {
    if (!loan.borrower.equals(NOBODY)) {
      borrowed.computeIfPresent(loan.borrower, (who, count) -> count == 1 ? null : count - 1);
      loan.borrower = NOBODY;
    }
  }

  /** A borrower tells its late grantor's successor what it has, and for how long. */
  void onHeld(long now, Key name, Endpoint borrower, long forNanos) {
    followView(now);
    if (isMine(view, name) && (loans.containsKey(name) || loans.size() < MOST_NAMES)) {
      Loan loan = loans.computeIfAbsent(name, n -> new Loan());
      long until = now + Math.clamp(forNanos, 0, LEASE);
      if (until > loan.freeAt() && borrowed.getOrDefault(borrower, 0) < MOST_NAMES_EACH) {
        release(loan);
        loan.since = now;
        loan.until = until;
        loan.borrower = borrower;
        borrowed.merge(borrower, 1, Integer::sum);
      }
    }
  }

  private long lend(long now, Key name, Endpoint borrower) {
    Loan loan = loans.computeIfAbsent(name, n -> new Loan());
    loan.ticket = Math.max(1, random.nextLong() & Long.MAX_VALUE);
    release(loan);
    loan.borrower = borrower;
    borrowed.merge(borrower, 1, Integer::sum);
    loan.since = now;
    loan.until = now + LEASE;
    loan.refused = 0;
    return loan.ticket;
  }

  /** Those who ask meanwhile come back one after the other, not all at once. */
  private static Decision refuse(long now, Loan loan) {
    boolean atRest = loan.ticket == 0;
    long first = atRest ? loan.freeAt() - now : loan.since + loan.cycle - now;
    long wait = Math.max(first, SHORTEST_WAIT) + loan.refused++ * loan.cycle;
    return new Decision(Math.clamp(wait, 1, LEASE), 0);
  }

  /**
   * Takes it back.
   *
   * @param rest before it may be lent again; longer if this side may not be the only one
   */
  void takeBack(long now, Key name, long ticket, long rest) {
    followView(now);
    Loan loan = loans.get(name);
    if (loan != null && loan.ticket == ticket && ticket != 0) {
      long held = now - loan.since;
      long wanted = Math.clamp(rest, 0, LONGEST_REST);
      double stretch = absences.stretch(now, view.peers().size());
      loan.ticket = 0;
      release(loan);
      loan.until = now;
      loan.cycle = (long) ((held + wanted) * stretch);
      loan.rest = loan.cycle - held;
    }
  }

  /**
   * Until when a lease may be out that another grantor gave.
   *
   * @param word of the predecessor, who lends no more; it stands for the reigns in which that was
   *     the grantor, and for the time before this peer knew of anybody
   */
  private long othersMayLendUntil(Key name, @Nullable Word word) {
    long until = word == null ? Long.MIN_VALUE : word.freeAt();
    for (Reign reign : past) {
      Endpoint grantor = of(reign.view(), name);
      boolean vouched = word != null && (grantor == null || grantor.equals(word.of()));
      if (!vouched && (grantor == null || !isSelf(grantor))) {
        until =
            Math.max(until, grantor == null ? reign.ended() + LEASE : reign.until(grantor, view));
      }
    }
    return until;
  }

  /**
   * Whom to ask whether the name is out, where this peer has become its grantor lately: the one
   * that would be without it. Null if there is nothing to ask.
   */
  @Nullable Endpoint predecessor(long now, Key name) {
    followView(now);
    Word word = words.get(name);
    if (!isMine(view, name)
        || (word != null && (word.freeAt() <= now || now < word.askAgainAt()))
        || othersMayLendUntil(name, null) <= now) {
      return null;
    }
    return behindSelf(name);
  }

  /** Whether an answer about this name may come sooner than it was said last. */
  boolean mayHearSooner(long now, Key name) {
    Word word = words.get(name);
    return word != null && word.freeAt() > now;
  }

  /**
   * Whom a predecessor, which is asked by its successor, asks in turn: where it joined so lately
   * that it does not know itself what was lent before. In a swarm that has just begun the question
   * comes to its first peer in this way, and nobody waits for leases that nobody can have lent.
   */
  @Nullable Endpoint predecessorsOwn(long now, Key name, Endpoint successor) {
    followView(now);
    Word word = words.get(name);
    boolean knows = word != null && (word.freeAt() <= now || now < word.askAgainAt());
    boolean asks = !knows && isCloser(successor, members.self().address(), name);
    return asks && lentByStrangersUntil(name, successor) > now ? behindSelf(name) : null;
  }

  /** The next in the row of those who are close to the name; null behind the last. */
  private @Nullable Endpoint behindSelf(Key name) {
    List<Peer> closest = view.closest(name, CLOSEST);
    for (int i = 0; i + 1 < closest.size(); i++) {
      if (isSelf(closest.get(i).address())) {
        return closest.get(i + 1).address();
      }
    }
    return null;
  }

  /** The predecessor has answered. */
  void onWord(long now, Key name, Endpoint predecessor, long waitNanos) {
    followView(now);
    if (predecessor.equals(behindSelf(name)) && words.size() < MOST_NAMES) {
      long freeAt = now + Math.clamp(waitNanos, 0, LONGEST_WORD);
      words.put(name, new Word(predecessor, freeAt, now + ASK_AGAIN));
    }
  }

  /**
   * A successor asks how long the name may still be out. Only one that this peer, too, takes for
   * closer to it is told; then this peer lends it no more.
   */
  long outFor(long now, Key name, Endpoint successor) {
    followView(now);
    if (!isCloser(successor, members.self().address(), name)) {
      return LEASE;
    }
    Loan loan = loans.get(name);
    long mine = loan == null ? now : loan.freeAt();
    Word word = words.get(name);
    long others = lentByStrangersUntil(name, successor);
    long heard = word == null ? Long.MIN_VALUE : word.freeAt();
    return Math.clamp(Math.max(mine, Math.max(others, heard)) - now, 0, LONGEST_WORD);
  }

  private boolean isCloser(Endpoint one, Endpoint than, Key name) {
    for (Peer peer : view.closest(name, CLOSEST)) {
      if (peer.address().equals(than)) {
        return false;
      }
      if (peer.address().equals(one)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Until when the name may be out, lent neither by this peer nor by the successor who asks, nor by
   * those who are closer than that one: they know it themselves, and are asked before.
   */
  private long lentByStrangersUntil(Key name, Endpoint successor) {
    Word word = words.get(name);
    long until = Long.MIN_VALUE;
    for (Reign reign : past) {
      Endpoint grantor = of(reign.view(), name);
      boolean known =
          grantor != null
              && (isSelf(grantor)
                  || grantor.equals(successor)
                  || isCloser(grantor, successor, name));
      boolean vouched = word != null && (grantor == null || grantor.equals(word.of()));
      if (!known && !vouched) {
        until =
            Math.max(until, grantor == null ? reign.ended() + LEASE : reign.until(grantor, view));
      }
    }
    return until;
  }

  private boolean isSelf(Endpoint address) {
    return address.equals(members.self().address());
  }

  private boolean isMine(MembershipView in, Key name) {
    Endpoint grantor = of(in, name);
    return grantor != null && isSelf(grantor);
  }

  /** Whose name it is. */
  static @Nullable Endpoint of(MembershipView view, Key name) {
    List<Peer> closest = view.closest(name, 1);
    return closest.isEmpty() ? null : closest.getFirst().address();
  }
}
