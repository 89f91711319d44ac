package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.lab.search.SearchExperiment;
import org.orbweaver.lab.search.ThrowawayPostgres;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab search}: how large the index gets and how quickly it answers. */
@Command(
    name = "search",
    description = "Fill the torrent store with synthetic torrents; measure its size and searches.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "PostgreSQL is measured too where it is installed, in a cluster made for it and thrown away.",
      "",
      "Examples:",
      "  orb lab search --torrents 20000",
      "  orb lab search --torrents 1000000 --json"
    })
final class SearchCommand implements Callable<Integer> {
  /** Which engines to measure. */
  enum Engine {
    SQLITE,
    POSTGRESQL,
    BOTH
  }

  @Mixin private Output output;

  @Option(names = "--torrents", defaultValue = "100000", description = "Size of the catalog.")
  private long torrents;

  @Option(
      names = "--questions",
      defaultValue = "200",
      description = "How many questions of each class.")
  private int questions;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another catalog.")
  private long seed;

  @Option(
      names = "--engine",
      defaultValue = "both",
      description = "Which store: ${COMPLETION-CANDIDATES}.")
  private Engine engine;

  @Option(
      names = "--keep",
      paramLabel = "FOLDER",
      description = "Keep the stores there; what is there already is not filled in again.")
  private @Nullable Path keep;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  SearchCommand() {}

  record Report(List<SearchExperiment.Report> engines) {}

  @Override
  public Integer call() throws IOException {
    List<SearchExperiment.Report> reports = new ArrayList<>();
    try (Progress progress = output.progress()) {
      SearchExperiment experiment =
          new SearchExperiment(torrents, questions, seed, RuleClassifier.builtIn(), progress);
      if (engine != Engine.POSTGRESQL) {
        reports.add(inSqlite(experiment));
      }
      if (engine == Engine.POSTGRESQL
          || (engine == Engine.BOTH && ThrowawayPostgres.isInstalled())) {
        try (ThrowawayPostgres postgres =
            keep == null
                ? new ThrowawayPostgres()
                : ThrowawayPostgres.keptIn(keep.resolve("postgres"))) {
          reports.add(experiment.run("PostgreSQL", postgres.database("orb")));
        }
      }
    }
    output.print(new Report(reports));
    return 0;
  }

  private SearchExperiment.Report inSqlite(SearchExperiment experiment) throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.unlessKept(keep, "orb-search")) {
      return experiment.run("SQLite", folder.file("torrents.db"));
    }
  }
}
