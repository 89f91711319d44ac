package org.orbweaver.sim.web;

/**
 * What a synthetic web is like.
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
    return usual(hosts, pages, seed).unchanging().withoutSpecials().withNumericHosts();
  }

  /** The same day for ever. */
  public WebOptions unchanging() {
    return new WebOptions(hosts, pages, seed, 0, 0, specials, numeric);
  }

  public WebOptions withoutSpecials() {
    return new WebOptions(hosts, pages, seed, changeRate, growth, false, numeric);
  }

  public WebOptions withNumericHosts() {
    return new WebOptions(hosts, pages, seed, changeRate, growth, specials, true);
  }
}
