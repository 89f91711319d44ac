package org.orbweaver.cli.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.archive.replay.IndexedSource;
import org.orbweaver.archive.verify.CollectionStatistics;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code orb archive stats}: Herodotus' table 3.1 for one's own collection. */
@Command(
    name = "stats",
    description = "Sizes by type, change rate, new links, what gzip saves.",
    mixinStandardHelpOptions = true,
    footer = {"", "Examples:", "  orb archive stats", "  orb archive stats news --json"})
final class ArchiveStatsCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private HoldingsOptions options;

  @Parameters(arity = "0..*", paramLabel = "COLLECTION", description = "All, if none is given.")
  private List<String> names = List.of();

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveStatsCommand() {}

  record Report(List<CollectionStatistics.Report> collections) {}

  @Override
  public Integer call() throws IOException {
    List<CollectionStatistics.Report> reports = new ArrayList<>();
    for (IndexedSource source : options.holdings().sources(names, true)) {
      try (source) {
        reports.add(new CollectionStatistics(source).run());
      }
    }
    if (output.json()) {
      output.print(new Report(reports));
    } else {
      reports.forEach(output::print);
    }
    return 0;
  }
}
