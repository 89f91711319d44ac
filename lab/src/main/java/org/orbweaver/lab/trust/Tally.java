package org.orbweaver.lab.trust;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What one run of {@link OurSwarm} comes to. */
final class Tally {
  /** Of one run; shares are of the honest, of the liars, or of all captures. */
  record Outcomes(
      double honestExcluded,
      double honestRelieved,
      double liarsLeftAt50,
      double liarsLeft,
      double liarsRelieved,
      double falsePer10000,
      double peakFalsePer10000,
      double extraFetchShare,
      double refetchShare,
      double honestDisputedPer10000,
      double periodsToExclusion,
      double outcomesToChooseFrom,
      double upheldShare) {}

  private final List<OurPeer> peers;
  private final int honest;
  long captures;

  /** Fetched again by checkers and jurors. */
  long extra;

  /** Fetched anew after a verdict. */
  long refetched;

  long disputedHonest;
  int honestEverExcluded;
  final Set<OurPeer> honestEverRelieved = new HashSet<>();
  private double peak;
  private int liars;
  private int liarsLeftAt50 = -1;

  /**
   * @param peers all that take part, now and later
   */
  Tally(List<OurPeer> peers, int honest) {
    this.peers = peers;
    this.honest = honest;
  }

  void periodEnds() {
    peak = Math.max(peak, 1e4 * falsePages() / Math.max(1, captures));
  }

  /** Fifty periods after the first lie. */
  void halfTime(int now) {
    liarsLeftAt50 = liarsLeft(now);
    liars = liarKeys(now);
  }

  private long falsePages() {
    long sum = 0;
    for (OurPeer peer : peers) {
      sum += peer.attacker ? peer.falsePages : 0;
    }
    return sum;
  }

  /** Keys that lied for long enough to be judged by it: all of them, if there are no newcomers. */
  private int liarKeys(int now) {
    return (int) peers.stream().filter(each -> each.firstLie <= now).count();
  }

  private int liarsLeft(int now) {
    return (int) peers.stream().filter(each -> each.firstLie <= now && !each.gone).count();
  }

  Outcomes outcomes(int now, Courtroom courtroom) {
    long relievedLiars =
        peers.stream().filter(each -> each.attacker && !each.gone && each.rechecked).count();
    int allLiars = liarKeys(now);
    double time =
        peers.stream()
            .filter(each -> each.attacker && each.excluded)
            .mapToInt(each -> each.goneAt - Math.min(each.firstLie, each.goneAt))
            .average()
            .orElse(0);
    return new Outcomes(
        (double) honestEverExcluded / honest,
        (double) honestEverRelieved.size() / honest,
        liars == 0 ? 0 : (double) liarsLeftAt50 / liars,
        allLiars == 0 ? 0 : (double) liarsLeft(now) / allLiars,
        allLiars == 0 ? 0 : (double) relievedLiars / allLiars,
        1e4 * falsePages() / captures,
        peak,
        (double) extra / captures,
        (double) refetched / captures,
        1e4 * disputedHonest / captures,
        time,
        courtroom.outcomesToChooseFrom(),
        courtroom.upheldShare());
  }
}
