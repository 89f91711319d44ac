package org.orbweaver.trust;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Peers of other networks than the accuser's, the accused's and the site's, drawn after the
 * accusation is committed to. Each fetches the page itself, under the host's leases.
 *
 * <p>Two thirds of all seats decide, not of those who came: so an attacker with a third of the
 * weight can hang a jury, and to turn one it needs two thirds. Of 45 seats it gets those by chance
 * once in 400 times where it has 45 % of the weight, once in five million where it has 30 %; the
 * honest 70 % convict in three cases of four, and above a third of attackers they soon never do.
 */
public record Jury(List<Elector> jurors, int seats) {
  public static final int SEATS = 45;

  /**
   * Seats of a jury about a relieved peer, whom two full ones have contradicted at two origins. It
   * may err more often, because {@link Dossier#EXCLUDED_AT} of them must agree and at most {@link
   * Docket#OF_A_REVIEW} are heard: where attackers have 45 % of the weight, one such jury in
   * twenty-six slanders an honest peer, so six of those; where they have 30 %, one in two thousand.
   */
  public static final int SECOND_SEATS = 21;

  /**
   * Below so many networks no full jury of strangers can be seated (its seats, and the networks of
   * accuser, accused and site), and a smaller one errs more often than the above: there only proof
   * excludes, and testimony leads to each peer's own refusal.
   */
  public static final int LEAST_NETWORKS = SEATS + 3;

  public static Jury of(Draw draw, Electorate electorate, Set<Long> barred) {
    return of(draw, electorate, barred, SEATS);
  }

  static Jury of(Draw draw, Electorate electorate, Set<Long> barred, int seats) {
    return new Jury(electorate.draw(draw, seats, barred::contains), seats);
  }

  /** Whether it may decide anything but this peer's own conduct. */
  public boolean isFull() {
    return jurors.size() == seats;
  }

  public static JuryOutcome decide(Collection<Sight> sights) {
    long different = sights.stream().filter(each -> each == Sight.DIFFERENT).count();
    long same = sights.stream().filter(each -> each == Sight.AS_COMMITTED).count();
    return decide((int) different, (int) same);
  }

  public static JuryOutcome decide(int different, int same) {
    return decide(different, same, SEATS);
  }

  public static JuryOutcome decide(int different, int same, int seats) {
    if (3 * different >= 2 * seats) {
      return JuryOutcome.UPHELD;
    }
    return 3 * same >= 2 * seats ? JuryOutcome.OVERRULED : JuryOutcome.HUNG;
  }
}
