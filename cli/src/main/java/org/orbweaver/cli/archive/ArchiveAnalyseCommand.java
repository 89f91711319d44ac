package org.orbweaver.cli.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.Slice;
import org.orbweaver.archive.table.CaptureAnalysis;
import org.orbweaver.archive.table.CaptureTable;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.WrongUse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb archive analyse}: SQL over the captures. */
@Command(
    name = "analyse",
    description = "Ask the table of captures: growth, types, languages, link rot, …",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Analyses: growth, types, languages, link_rot, hosts, changes, statuses, duplicates, sizes,",
      "lifetimes. The table is called captures; its columns are those of Common Crawl's index.",
      "",
      "Examples:",
      "  orb archive analyse growth",
      "  orb archive analyse --sql 'SELECT url FROM captures WHERE fetch_status = 404'",
      "  orb archive export captures.parquet     for DuckDB, Spark and others"
    })
final class ArchiveAnalyseCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private HoldingsOptions options;
  @Mixin private SliceOptions part;

  @Parameters(arity = "0..1", paramLabel = "ANALYSIS", description = "Which of the ten.")
  private @Nullable String analysis;

  @Option(names = "--sql", description = "A question of one's own.")
  private @Nullable String sql;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveAnalyseCommand() {}

  record Report(long captures, List<Map<String, @Nullable Object>> rows) {}

  @Override
  public Integer call() throws IOException {
    if ((analysis == null) == (sql == null)) {
      throw new WrongUse("name one analysis (" + CaptureAnalysis.all() + ") or --sql");
    }
    String question = sql != null ? sql : CaptureAnalysis.ofLabel(String.valueOf(analysis)).sql();
    try (Archive archive = part.open(options.holdings());
        TemporaryFolder folder = new TemporaryFolder("orb-captures-")) {
      Path table = folder.path().resolve("captures.parquet");
      long captures =
          CaptureTable.write(archive, Slice.of(null, part.from(), part.to(), ""), table);
      List<Map<String, @Nullable Object>> rows = CaptureTable.ask(table, question);
      if (output.json()) {
        output.print(new Report(captures, rows));
      } else {
        rows.stream()
            .limit(1)
            .forEach(row -> output.out().println(String.join("\t", row.keySet())));
        rows.forEach(
            row ->
                output
                    .out()
                    .println(
                        row.values().stream()
                            .map(Objects::toString)
                            .collect(Collectors.joining("\t"))));
        output.out().flush();
      }
      return 0;
    }
  }
}
