package org.orbweaver.shell.pages;

import org.orbweaver.fetch.links.LinkLimits;
import org.orbweaver.shell.PositiveNumber;
import org.orbweaver.web.visit.VisitOptions;
import picocli.CommandLine.Option;

/** Where a crawl on one machine gives up what has no end: pages, hosts, redirects, links. */
public final class LimitOptions {
  /** Of both a byte is kept with each address. */
  private static final int MOST = 100;

  @Option(
      names = "--attempts",
      defaultValue = "3",
      converter = PositiveNumber.class,
      description = "How often a page is asked for that fails, or says 429 or 503; 100 at most.")
  private int attempts;

  @Option(
      names = "--host-failures",
      defaultValue = "20",
      converter = PositiveNumber.class,
      description = "After so many failures in a row a host is given up for this round.")
  private int hostFailures;

  @Option(
      names = "--max-redirects",
      defaultValue = "10",
      converter = PositiveNumber.class,
      description = "Most redirects in a row that are followed; 100 at most.")
  private int redirects;

  @Option(
      names = "--max-nesting",
      defaultValue = "3",
      converter = PositiveNumber.class,
      description = "How deeply styles, frames and sitemaps may be nested.")
  private int nesting;

  @Option(
      names = "--max-links",
      defaultValue = "20000",
      converter = PositiveNumber.class,
      description = "Most links of a page.")
  private int links;

  @Option(
      names = "--max-read",
      defaultValue = "8",
      converter = PositiveNumber.class,
      description = "Megabytes of a body that are read for links; 1,000 at most.")
  private int read;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  public LimitOptions() {}

  public VisitOptions in(VisitOptions visit) {
    return visit
        .withManners(
            visit.manners().withAttempts(Math.min(attempts, MOST)).withFailuresInARow(hostFailures))
        .withLinks(
            new LinkLimits(Math.min(redirects, MOST), nesting, links, Math.min(read, 1_000) << 20));
  }
}
