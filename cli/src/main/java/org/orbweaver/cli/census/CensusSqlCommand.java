package org.orbweaver.cli.census;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.AnalysisEngine;
import org.orbweaver.census.analysis.AnalysisTables;
import org.orbweaver.shell.CsvRows;
import org.orbweaver.shell.JsonRows;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.RowPrinter;
import org.orbweaver.shell.TableRows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orb census sql}: a query over snapshots. */
@Command(
    name = "sql",
    description = "Ask snapshots in SQL.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Tables: nodes (all nodes of all snapshots), snapshots, and places (with --country, --asn).",
      "Their columns are in docs/snapshots.md; 'describe nodes' lists them too. Without files, the",
      "snapshots of the data directory are asked. Nothing can be changed.",
      "",
      "Examples:",
      "  orb census sql \"select snapshot, count(*) from nodes group by 1\" snapshots/",
      "  orb census sql \"select version, count(*) n from nodes group by 1 order by n desc\" --csv",
      "  orb census sql --list",
      "  orb census sql --analysis churn --json snapshots/"
    })
final class CensusSqlCommand implements Runnable {
  @Spec private CommandSpec spec;
  @Mixin private Output output;
  @Mixin private AnalysisOptions analyses;
  @Mixin private PlaceOptions places;

  @Parameters(
      arity = "0..*",
      paramLabel = "SQL FILES",
      description = "The query, then snapshots: Parquet files or folders of them.")
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = {"-a", "--analysis"},
      paramLabel = "NAME",
      description = "Run one of the analyses that come with the program instead of a query.")
  private @Nullable String analysis;

  @Option(names = "--list", description = "Name those analyses, a line each.")
  private boolean list;

  @Option(names = "--csv", description = "Print the answer as comma-separated values.")
  private boolean csv;

  @Option(
      names = "--rows",
      defaultValue = "100",
      description = "The most rows that are printed as a table; --json and --csv print all.")
  private int most;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CensusSqlCommand() {}

  @Override
  public void run() {
    if (list) {
      for (Analysis each : Analysis.values()) {
        output.out().printf("%-22s %s%n", each.label(), each.description());
      }
      return;
    }
    String sql = sql();
    List<Path> files = arguments.stream().map(Path::of).toList();
    try (AnalysisTables tables = analyses.tables(files, places.lookup());
        AnalysisEngine engine = analyses.open(tables);
        RowPrinter printer = printer()) {
      engine.query(sql, printer);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** Takes the query off the arguments; files remain. */
  private String sql() {
    if (analysis != null) {
      return Analysis.ofLabel(analysis).sql();
    }
    if (arguments.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Missing the query, such as \"select count(*) from nodes\"");
    }
    return arguments.removeFirst();
  }

  private RowPrinter printer() {
    if (output.json()) {
      return new JsonRows(output.out());
    }
    return csv ? new CsvRows(output.out()) : new TableRows(output.out(), most);
  }
}
