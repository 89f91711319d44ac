package org.orbweaver.lab.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.archive.TextSearchExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab archive-search}: words in many pages. */
@Command(
    name = "archive-search",
    description = "Index pages of made-up words and search in them: size, and how long it takes.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Examples:", "  orb lab archive-search --pages 1000000 --json"})
final class ArchiveSearchLabCommand implements Callable<Integer> {
  private static final double ENOUGH_MILLIS = 100;

  @Mixin private Output output;

  @Option(names = "--pages", defaultValue = "100000", description = "Pages.")
  private long pages;

  @Option(names = "--words", defaultValue = "200", description = "Words of a page, on average.")
  private int words;

  @Option(names = "--seed", defaultValue = "19", description = "Which words.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveSearchLabCommand() {}

  @Override
  public Integer call() throws IOException {
    try (TemporaryFolder scratch = new TemporaryFolder("orb-archive-search-");
        Progress progress = output.progress()) {
      TextSearchExperiment.Report report =
          new TextSearchExperiment(pages, words, seed, scratch.path()).run(progress);
      output.print(report);
      return report.p99Millis() < ENOUGH_MILLIS && report.unanswered() == 0 ? 0 : 1;
    }
  }
}
