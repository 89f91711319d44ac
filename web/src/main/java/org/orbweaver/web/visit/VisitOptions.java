package org.orbweaver.web.visit;

import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.links.LinkLimits;
import org.orbweaver.fetch.render.Browser;

/**
 * How pages are visited.
 *
 * @param robots keep to robots.txt
 * @param sitemaps follow the sitemaps that robots.txt names
 * @param requisites fetch what pages need to be shown, wherever it lies
 * @param nofollow leave out links whose author does not vouch for them
 * @param browser that runs the scripts of pages; null to leave them alone
 */
public record VisitOptions(
    UserAgent agent,
    FetchLimits limits,
    LinkLimits links,
    Manners manners,
    boolean robots,
    boolean sitemaps,
    boolean requisites,
    boolean nofollow,
    @Nullable Browser browser) {
  public static VisitOptions usual(UserAgent agent) {
    return new VisitOptions(
        agent,
        FetchLimits.usual(),
        LinkLimits.usual(),
        Manners.usual(),
        true,
        true,
        true,
        true,
        null);
  }

  public VisitOptions calling(UserAgent other) {
    return new VisitOptions(
        other, limits, links, manners, robots, sitemaps, requisites, nofollow, browser);
  }

  public VisitOptions withLimits(FetchLimits other) {
    return new VisitOptions(
        agent, other, links, manners, robots, sitemaps, requisites, nofollow, browser);
  }

  public VisitOptions withLinks(LinkLimits other) {
    return new VisitOptions(
        agent, limits, other, manners, robots, sitemaps, requisites, nofollow, browser);
  }

  public VisitOptions withManners(Manners other) {
    return new VisitOptions(
        agent, limits, links, other, robots, sitemaps, requisites, nofollow, browser);
  }

  /** Whether to ask for robots.txt at all; without it nobody names sitemaps either. */
  public VisitOptions withRobots(boolean obeyed) {
    return new VisitOptions(
        agent, limits, links, manners, obeyed, obeyed, requisites, nofollow, browser);
  }

  public VisitOptions withRequisites(boolean wanted) {
    return new VisitOptions(
        agent, limits, links, manners, robots, sitemaps, wanted, nofollow, browser);
  }

  public VisitOptions withNofollow(boolean honoured) {
    return new VisitOptions(
        agent, limits, links, manners, robots, sitemaps, requisites, honoured, browser);
  }

  public VisitOptions withBrowser(@Nullable Browser other) {
    return new VisitOptions(
        agent, limits, links, manners, robots, sitemaps, requisites, nofollow, other);
  }
}
