package org.orbweaver.sim.web;

/**
 * What the synthetic web looks like.
 *
 * @param pages HTML pages on day 0, over all hosts; images come on top
 * @param changeRate share of pages that change in a day
 * @param growth share of pages that are new each day
 * @param specials whether there are redirects, errors, traps, forbidden pages and sitemaps
 * @param numeric hosts are called by their addresses, for visitors that cannot be told where names
 *     are
 */
public record WebOptions(
    int hosts,
    int pages,
    long seed,
    double changeRate,
    double growth,
    boolean specials,
    boolean numeric) {
  public static WebOptions usual(int hosts, int pages, long seed) {
    return new WebOptions(hosts, pages, seed, 0.03, 0.005, true, false);
  }

  /** Pages and images only, on hosts that any program finds. */
  public static WebOptions plain(int hosts, int pages, long seed) {
    return new WebOptions(hosts, pages, seed, 0, 0, false, true);
  }
}
