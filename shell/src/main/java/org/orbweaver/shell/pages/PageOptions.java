package org.orbweaver.shell.pages;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.page.PageTerms;
import org.orbweaver.fetch.http.AddressGuard;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.render.Browser;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.shell.Durations;
import org.orbweaver.shell.PositiveNumber;
import org.orbweaver.web.visit.Manners;
import org.orbweaver.web.visit.VisitOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How far and how politely pages are fetched, alone or by a peer of a swarm. */
public final class PageOptions {
  static final String CONTACT = "https://orbweaver.example/crawler";

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
      names = "--host-attempts",
      defaultValue = "5",
      converter = PositiveNumber.class,
      description = {
        "How often a host's name and robots.txt are asked for, after 5 s, 10 s, 20 s …, before",
        "the host is given up for this round."
      })
  private int hostAttempts;

  @Option(
      names = "--allow",
      split = ",",
      paramLabel = "HOST|BLOCK",
      description = "Private hosts or address blocks that may be reached.")
  private List<String> allow = List.of();

  @Option(
      names = "--contact",
      defaultValue = CONTACT,
      description = "Where site owners can complain; sent with each request.")
  private String contact;

  @Option(
      names = "--render",
      description = "Run the scripts of pages in Chromium, and follow the links they make.")
  private boolean render;

  @Mixin private BrowserOptions browser;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  public PageOptions() {}

  private Manners manners() {
    return (delay.isZero() ? Manners.none() : Manners.usual())
        .withDelay(delay, delay.compareTo(addressDelay) < 0 ? delay : addressDelay)
        .withHostAttempts(hostAttempts);
  }

  /** How pages are visited. */
  public VisitOptions visit() {
    return reach.limit(
        VisitOptions.usual(agent(contact)).withManners(manners()).withBrowser(browser()));
  }

  static UserAgent agent(String contact) {
    return new UserAgent("orbweaver", "0.1", contact);
  }

  /** The browser that runs pages' scripts; null if they are left alone. */
  public @Nullable Browser browser() {
    return browser(null);
  }

  /** The same with somebody's profile, if there is one. */
  public @Nullable Browser browser(@Nullable Path profile) {
    boolean there = profile != null && Files.isDirectory(profile);
    return render ? browser.with(there ? profile : null) : null;
  }

  /** Of a round, or of a swarm's crawl. */
  public long pages() {
    return reach.pages();
  }

  /** Likewise. */
  public long bytes() {
    return reach.bytes();
  }

  /** For the plan of a swarm's crawl. */
  public Map<String, String> terms() {
    return PageTerms.of(scope(), visit(), pages(), bytes());
  }

  public List<String> allowed() {
    allow.forEach(AddressGuard::check);
    return allow;
  }

  public ScopeOptions scope() {
    return reach.scope();
  }
}
