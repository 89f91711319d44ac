package org.orbweaver.lab.trust;

import java.util.List;

/**
 * What {@code orb lab trust} prints.
 *
 * @param ours the worst of all strategies at each share, figure by figure
 * @param worst the strategy that costs most honest peers at 30 %, then most false pages
 * @param falsePer10000 false pages that stand undisputed at the end, worst strategy, 30 %
 * @param extraFetchShare of all captures, worst strategy, 30 %; without what is fetched anew after
 *     a verdict, which stands in each row
 * @param testimonyStopsAt share of attackers from which most liars are no longer excluded
 */
public record TrustReport(
    int runs,
    long seed,
    PaperFigures.Report paperFigures,
    List<PaperFigures.Attack> paper,
    List<Worst> ours,
    String worst,
    double falsePer10000,
    double extraFetchShare,
    double testimonyStopsAt,
    List<Row> strategies,
    List<Policy> checking,
    Grinding grinding,
    int leastNetworks) {

  /** One point of our curve. */
  public record Worst(
      double attackers,
      double honestExcluded,
      double attackersLeft,
      String worstForHonest,
      String worstForLiars) {}

  /**
   * One strategy at one share.
   *
   * @param liarsLeftAt50 of the peers that lie in over one capture in a hundred, who still takes
   *     part fifty periods after it began
   * @param refetchShare captures fetched anew after a verdict, beside the extra ones
   */
  public record Row(
      String strategy,
      double attackers,
      Spread honestExcluded,
      double honestRelieved,
      Spread liarsLeftAt50,
      double liarsLeft,
      Spread falsePer10000,
      double peakFalsePer10000,
      Spread extraFetchShare,
      double refetchShare,
      double honestDisputedPer10000,
      double periodsToExclusion,
      double outcomesToChooseFrom) {}

  /**
   * BOINC's adaptive replication or the paper's P_ver, at 30 %.
   *
   * @param floor the least that is checked
   */
  public record Policy(
      String policy,
      String strategy,
      double floor,
      Spread falsePer10000,
      double peakFalsePer10000,
      double extraFetchShare,
      double periodsToExclusion) {}

  /**
   * Among how many outcomes of a draw attackers choose on average, and that they know it before.
   */
  public record Grinding(
      double outcomesAt30, double outcomesAt45, double foreseenAt30, double foreseenAt45) {}
}
