package org.orbweaver.cli.census;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.census.snapshot.Snapshot;
import picocli.CommandLine.Parameters;

/** The snapshots a command is about. */
final class SnapshotArguments {
  @Parameters(
      arity = "0..*",
      paramLabel = "FILES",
      description =
          "Parquet files or folders of them; those of the data directory if none is given.")
  private List<Path> files = new ArrayList<>();

  SnapshotArguments() {}

  List<Snapshot> open() {
    return AnalysisOptions.open(files);
  }
}
