package org.orbweaver.shell.pages;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.render.Browser;
import org.orbweaver.shell.Durations;
import picocli.CommandLine.Option;

/** Which browser, and what is wanted of it. */
public final class BrowserOptions {
  @Option(names = "--browser", defaultValue = "chromium", description = "With --render: which.")
  private String browser;

  @Option(
      names = "--browser-no-sandbox",
      description = {
        "With --render: no sandbox, which root cannot have; a page that breaks out of its tab",
        "then has all your rights. Only where a container is the sandbox."
      })
  private boolean noSandbox;

  @Option(
      names = "--render-budget",
      defaultValue = "20s",
      converter = Durations.class,
      description = "With --render: a page's own time; what pauses take does not count.")
  private Duration budget;

  @Option(
      names = "--keep-view",
      split = ",",
      paramLabel = "KIND",
      description = "With --render: keep how pages look (fullPage, pdf, text) in the WARC files.")
  private Set<String> views = Set.of();

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  public BrowserOptions() {}

  /** The browser, with somebody's profile if there is one. */
  public Browser with(@Nullable Path profile) {
    return new Browser(browser, !noSandbox, budget, views, profile);
  }
}
