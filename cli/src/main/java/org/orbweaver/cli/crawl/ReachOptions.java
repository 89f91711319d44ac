package org.orbweaver.cli.crawl;

import org.orbweaver.fetch.scope.Reach;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** How far a crawl goes. */
public final class ReachOptions {
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
      description = "Most clicks from a seed; level by level, so that shortest ways count.")
  private int depth;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  public ReachOptions() {}

  public Reach reach() {
    return scope;
  }

  public int depth() {
    return depth;
  }
}
