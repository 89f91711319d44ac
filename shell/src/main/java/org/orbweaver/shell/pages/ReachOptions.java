package org.orbweaver.shell.pages;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.app.page.PageTerms;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.shell.ByteSize;
import org.orbweaver.shell.PositiveNumber;
import org.orbweaver.shell.WrongUse;
import org.orbweaver.web.visit.VisitOptions;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** What belongs to a crawl, alone or in a swarm. */
public final class ReachOptions {
  private static final String UNLIMITED = "9223372036854775807";

  @Option(
      names = "--scope",
      defaultValue = "host",
      description = "How far to go: ${COMPLETION-CANDIDATES}.")
  private Reach scope;

  @Option(
      names = "--depth",
      paramLabel = "CLICKS",
      defaultValue = "2147483647",
      showDefaultValue = Visibility.NEVER,
      description = "Most clicks from a seed, by the shortest way.")
  private int depth;

  @Option(
      names = "--include",
      paramLabel = "REGEX",
      converter = AddressPattern.class,
      description = "Only addresses that match one of these (RE2 syntax).")
  private List<Pattern> include = List.of();

  @Option(
      names = "--exclude",
      paramLabel = "REGEX",
      converter = AddressPattern.class,
      description = "No addresses that match one of these (RE2 syntax).")
  private List<Pattern> exclude = List.of();

  @Option(
      names = "--refuse",
      split = ",",
      paramLabel = "TYPE",
      description = "File name endings to leave out.")
  private Set<String> refuse = Set.of();

  @Option(
      names = "--no-requisites",
      description = "Do not fetch images and styles outside the scope.")
  private boolean noRequisites;

  @Option(names = "--follow-nofollow", description = "Follow links marked nofollow, too.")
  private boolean followNofollow;

  @Option(
      names = "--pages-per-host",
      defaultValue = "1000000",
      converter = PositiveNumber.class,
      description = "Budget of each host in a round.")
  private int pagesPerHost;

  @Option(
      names = "--pages",
      defaultValue = UNLIMITED,
      showDefaultValue = Visibility.NEVER,
      description = {
        "Stop after this many pages of a round, counted across restarts; in a swarm, of all peers",
        "together."
      })
  private long pages;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      defaultValue = UNLIMITED,
      showDefaultValue = Visibility.NEVER,
      converter = ByteSize.class,
      description = "Stop after so much was received, such as 10GB, likewise.")
  private long bytes;

  @Option(
      names = "--max-address",
      defaultValue = "8192",
      description = "Longest path and query; a whole address has no more than 8,192 characters.")
  private int maxAddress;

  @Option(
      names = "--max-segments",
      defaultValue = "0",
      description = "Most segments of a path (0: any number).")
  private int maxSegments;

  @Option(
      names = "--max-repeats",
      defaultValue = "0",
      description = "How often a segment or parameter may come in an address (0: any number).")
  private int maxRepeats;

  @Option(
      names = "--trap-patience",
      defaultValue = "600",
      description = {
        "Leave a kind of addresses when so many pages of it in a row led to more of it and said",
        "nothing new (0: never)."
      })
  private int trapPatience;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  public ReachOptions() {}

  private static int off(int limit) {
    return limit <= 0 ? Traps.OFF : limit;
  }

  public int depth() {
    return depth;
  }

  long pages() {
    return pages;
  }

  long bytes() {
    return bytes;
  }

  ScopeOptions scope() {
    if (depth < 0) {
      throw new WrongUse("--depth is 0 or more clicks, not " + depth);
    }
    if (pages < 1) {
      throw new WrongUse("--pages is a number of 1 or more, not " + pages);
    }
    return new ScopeOptions(
        scope,
        depth,
        include,
        exclude,
        refuse,
        new Traps(off(maxAddress), off(maxSegments), off(maxRepeats), trapPatience));
  }

  VisitOptions limit(VisitOptions visit) {
    return visit
        .withManners(visit.manners().withBudget(pagesPerHost))
        .withRequisites(!noRequisites)
        .withNofollow(!followNofollow);
  }

  /** The same for the plan of a swarm's crawl. */
  public Map<String, String> terms() {
    VisitOptions usual = VisitOptions.usual(PageOptions.agent(PageOptions.CONTACT));
    return PageTerms.of(scope(), limit(usual), pages, bytes);
  }
}
