package org.orbweaver.cli.census;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.export.ExportFormat;
import org.orbweaver.census.export.Pseudonyms;
import org.orbweaver.census.export.SnapshotExport;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotRow;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code orb census export}: snapshots for others, without the addresses in them. */
@Command(
    name = "export",
    description = "Write snapshots for others: other formats, pseudonyms in place of addresses.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "The key file holds 32 bytes in hexadecimal and is made if it does not exist. The same key",
      "gives the same pseudonyms in every snapshot; whoever has it can find the addresses again.",
      "",
      "Examples:",
      "  orb census export --pseudonyms secret.key --to shared snapshots/",
      "  orb census export --pseudonyms secret.key --ids --format csv --to shared monday.parquet"
    })
final class CensusExportCommand implements Runnable {
  @Spec private CommandSpec spec;
  @Mixin private Output output;
  @Mixin private SnapshotArguments files;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FOLDER",
      description = "Where the exported files go.")
  private Path folder;

  @Option(
      names = "--format",
      defaultValue = "PARQUET",
      description = "One of ${COMPLETION-CANDIDATES}.")
  private ExportFormat format;

  @Option(
      names = "--pseudonyms",
      paramLabel = "KEYFILE",
      description = "Replace addresses by pseudonyms that this key makes.")
  private @Nullable Path keyFile;

  @Option(
      names = "--ids",
      description = "Replace IDs too; how they crowd in the ID space is then lost.")
  private boolean ids;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CensusExportCommand() {}

  /** What was written. */
  record Exported(List<Path> files, boolean pseudonymous) {}

  @Override
  public void run() {
    if (ids && keyFile == null) {
      throw new ParameterException(
          spec.commandLine(), "--ids replaces IDs by pseudonyms and needs --pseudonyms KEYFILE");
    }
    List<Path> written = new ArrayList<>();
    try {
      SnapshotExport export = new SnapshotExport(folder, format, change());
      for (Snapshot each : files.open()) {
        written.add(export.write(each));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    output.print(new Exported(written, keyFile != null));
  }

  private UnaryOperator<SnapshotRow> change() throws IOException {
    if (keyFile == null) {
      return row -> row;
    }
    Pseudonyms pseudonyms = Pseudonyms.withKeyIn(keyFile);
    return row ->
        row.renamed(ids ? pseudonyms.id(row.id()) : row.id(), pseudonyms.address(row.endpoint()));
  }
}
