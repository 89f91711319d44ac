package org.orbweaver.cli.census;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.orbweaver.app.DataDirectory;
import org.orbweaver.app.census.OptionalEngines;
import org.orbweaver.census.analysis.AnalysisEngine;
import org.orbweaver.census.analysis.AnalysisTables;
import org.orbweaver.census.analysis.AnalysisTables.PlaceLookup;
import org.orbweaver.census.analysis.DuckDbEngine;
import org.orbweaver.census.snapshot.ScratchFolder;
import org.orbweaver.census.snapshot.Snapshot;
import picocli.CommandLine.Option;

/** Which engine analyses the snapshots, and where it runs. */
final class AnalysisOptions {
  private static final String DUCKDB = "duckdb";

  @Option(
      names = "--engine",
      defaultValue = DUCKDB,
      description = "duckdb, built in; or spark, for months of snapshots (an optional module).")
  private String engine;

  @Option(
      names = "--master",
      defaultValue = "local[2]",
      paramLabel = "URL",
      description = "Where Spark runs: local[2] for two threads here, or a cluster's spark://….")
  private String master;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  AnalysisOptions() {}

  /** The snapshots that a command was given, or all. */
  static List<Snapshot> open(List<Path> filesAndFolders) {
    return Snapshot.openAll(
        filesAndFolders.isEmpty() ? List.of(DataDirectory.snapshots()) : filesAndFolders);
  }

  AnalysisTables tables(List<Path> filesAndFolders, PlaceLookup places) throws IOException {
    List<Snapshot> snapshots = open(filesAndFolders);
    return AnalysisTables.prepare(snapshots, places, scratch(snapshots));
  }

  /**
   * On a cluster, all machines must see what is made for the occasion as they see the snapshots.
   */
  ScratchFolder scratch(List<Snapshot> snapshots) throws IOException {
    return engine.equals(DUCKDB)
        ? ScratchFolder.temporary()
        : ScratchFolder.beside(snapshots.getFirst().parquet());
  }

  AnalysisEngine open(AnalysisTables tables) {
    return engine.equals(DUCKDB)
        ? new DuckDbEngine(tables)
        : OptionalEngines.find(engine).open(tables, master);
  }
}
