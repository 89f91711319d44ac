package org.orbweaver.lab.splider;

/**
 * Under what conditions a crawl takes place.
 *
 * @param loss the share of packets that get lost, on either way
 * @param churn whether nodes come and go; recall is then that of nodes live from start to end
 * @param rateLimits whether nodes shut out a crawler that asks too often, and the crawler keeps to
 *     its limit for each address
 * @param tries how often a question is sent, at most
 * @param packetsPerSecond how fast the crawler sends; matters with churn and rate limits only
 * @param window how many questions are open at a time
 * @param strange whether each world has its own share of dead nodes and its own tables
 */
public record Conditions(
    double loss,
    boolean churn,
    boolean rateLimits,
    int tries,
    int packetsPerSecond,
    int window,
    boolean strange) {

  /** The calibrated world. */
  public static final Conditions CALM = new Conditions(0, false, false, 1, 40_000, 256);

  public Conditions(
      double loss, boolean churn, boolean rateLimits, int tries, int packetsPerSecond, int window) {
    this(loss, churn, rateLimits, tries, packetsPerSecond, window, false);
  }

  public Conditions {
    if (churn && strange) {
      throw new IllegalArgumentException("in strange worlds nobody comes or goes: without churn");
    }
    if (tries < 1 || window < 1 || packetsPerSecond < 1) {
      throw new IllegalArgumentException("tries, window and packets per second are at least 1");
    }
    if (!(loss >= 0 && loss < 1)) {
      throw new IllegalArgumentException("a loss is a share from 0 to below 1, not " + loss);
    }
  }
}
