package org.orbweaver.shell;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a swarm's crawl lasts, and how often it comes again. */
public final class RhythmOptions {
  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "End the crawl after that time, such as 90m, 12h or 7d.")
  private @Nullable Duration time;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "Visit all of it again after that time, such as 1d, for as long as it lasts.")
  private @Nullable Duration every;

  /** 0 for ever. */
  public long lastsSeconds() {
    return time == null ? 0 : time.toSeconds();
  }

  /** 0 for once. */
  public long everySeconds() {
    return every == null ? 0 : Math.max(1, every.toSeconds());
  }
}
