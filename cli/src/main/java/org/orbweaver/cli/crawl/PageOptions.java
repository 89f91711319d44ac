package org.orbweaver.cli.crawl;

import java.time.Duration;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.orbweaver.cli.shell.Durations;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.web.frontier.Manners;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How far and how politely pages are fetched, alone or by a peer of a swarm. */
public final class PageOptions {
  @Mixin private ReachOptions reach;

  @Option(
      names = "--delay",
      defaultValue = "1s",
      converter = Durations.class,
      description = "Pause between requests to a host.")
  private Duration delay;

  @Option(
      names = "--ip-delay",
      defaultValue = "500ms",
      converter = Durations.class,
      description = "Pause between requests to an IP address.")
  private Duration addressDelay;

  @Option(
      names = "--allow",
      split = ",",
      paramLabel = "HOST|BLOCK",
      description = "Private hosts or address blocks that may be reached.")
  private List<String> allow = List.of();

  @Option(
      names = "--contact",
      defaultValue = "https://orbweaver.example/crawler",
      description = "Where site owners can complain; sent with each request.")
  private String contact;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  public PageOptions() {}

  public Manners manners() {
    return (delay.isZero() ? Manners.none() : Manners.usual())
        .withDelay(delay, delay.compareTo(addressDelay) < 0 ? delay : addressDelay);
  }

  public UserAgent agent() {
    return new UserAgent("orbweaver", "0.1", contact);
  }

  public List<String> allowed() {
    return allow;
  }

  public ScopeOptions scope() {
    return scope(List.of(), List.of(), Set.of());
  }

  ScopeOptions scope(List<Pattern> include, List<Pattern> exclude, Set<String> refuse) {
    return new ScopeOptions(
        reach.reach(),
        reach.depth(),
        include,
        exclude,
        refuse,
        Traps.usual().around(Year.now(ZoneOffset.UTC).getValue()));
  }
}
