package org.orbweaver.trust;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.kademlia.Key;

/**
 * Which cases a period's juries hear. A jury is 45 fetches, so not everything that somebody doubts
 * is judged: the subjects with most against them come first, nobody brings more than a few, and
 * what all of it costs has a bound. What is not heard stays disputed, and waits.
 *
 * <p>What the second look at a relieved peer finds is heard by smaller juries and beside that
 * bound: it is work that comes after a verdict, and has a bound of its own for each such peer. Else
 * those who lie most would be let back in because there was no jury left to say so.
 */
public final class Docket {
  /** In one period, of a peer whose work is being looked at again. */
  public static final int OF_A_RELIEVED = 16;

  /** Of such a peer until the second look at its work is over. */
  public static final int OF_A_REVIEW = 160;

  /** Of any other: newcomers come by the hundred. */
  public static final int OF_A_MEMBER = 1;

  /** Cases that one accuser gets heard, but for those against the relieved. */
  public static final int OF_AN_ACCUSER = 2;

  /** How often a case against a relieved peer is heard until somebody decides it. */
  public static final int TRIES = 3;

  /** What somebody wants judged. */
  public interface Case {
    Key subject();

    Key accuser();

    long origin();

    /** At how many origins juries contradict the subject already. */
    int contested();

    boolean isOfRelieved();

    /** How large a jury it takes. */
    default int seats() {
      return isOfRelieved() ? Jury.SECOND_SEATS : Jury.SEATS;
    }
  }

  private Docket() {}

  /**
   * @param cases in an order that nobody chose
   * @param budget fetches that juries about all but the relieved may cost
   */
  public static <C extends Case> List<C> heard(List<C> cases, long budget) {
    List<C> sorted = new ArrayList<>(cases);
    sorted.sort(Comparator.comparingInt((C each) -> -each.contested()));
    Map<Key, Integer> ofSubject = new HashMap<>();
    Map<Key, Integer> ofAccuser = new HashMap<>();
    Map<Key, Set<Long>> origins = new HashMap<>();
    List<C> heard = new ArrayList<>();
    long cost = 0;
    for (C each : sorted) {
      boolean relieved = each.isOfRelieved();
      int subjects = ofSubject.getOrDefault(each.subject(), 0);
      int accusers = ofAccuser.getOrDefault(each.accuser(), 0);
      if ((!relieved && cost + each.seats() > budget)
          || subjects >= (relieved ? OF_A_RELIEVED : OF_A_MEMBER)
          || (!relieved && accusers >= OF_AN_ACCUSER)
          || !origins.computeIfAbsent(each.subject(), it -> new HashSet<>()).add(each.origin())) {
        continue;
      }
      ofSubject.put(each.subject(), subjects + 1);
      ofAccuser.put(each.accuser(), accusers + (relieved ? 0 : 1));
      cost += relieved ? 0 : each.seats();
      heard.add(each);
    }
    return heard;
  }
}
