package org.orbweaver.cli.census;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.orbweaver.app.census.SnapshotName;
import org.orbweaver.app.swarm.SwarmCensus;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotMerge;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.SwarmExportOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orb census merge}: parts of a snapshot become one. */
@Command(
    name = "merge",
    description = "Join the parts of a snapshot that were taken by their prefixes.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A node that several parts hold is kept once, as it was seen last. The parts stay.",
      "",
      "With --swarm the parts are those that a crawl of dht:prefix/ had the peers of a swarm take;"
          + " they",
      "are brought from whoever keeps them into NAME.parts. Exit code 3: something is missing.",
      "",
      "Examples:",
      "  orb census merge snapshots/all-*.parquet --out snapshots/all",
      "  orb census merge --swarm --crawl 0123456789abcdef0123456789abcdef --out snapshots/all"
    })
final class CensusMergeCommand implements Callable<Integer> {
  /**
   * What was merged.
   *
   * @param missing prefixes that no part covers
   */
  private record Merged(
      String snapshot, int parts, long nodes, long answered, long packets, List<String> missing) {}

  @Mixin private Output output;

  @Spec private CommandSpec spec;

  @Mixin private SwarmExportOptions swarm;

  @Parameters(arity = "0..*", paramLabel = "PART", description = "Snapshots, or folders of them.")
  private List<Path> parts = List.of();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR/NAME",
      description = "The snapshot to write, without its ending.")
  private Path out;

  @Option(
      names = "--any-day",
      description = "Also join parts that were not begun on one and the same day.")
  private boolean anyDay;

  @SuppressWarnings("NullAway.Init") // picocli injects mixin and option
  CensusMergeCommand() {}

  @Override
  public Integer call() throws IOException {
    SnapshotName name = SnapshotName.of(out);
    if (parts.isEmpty() != swarm.isWanted()) {
      throw new ParameterException(
          spec.commandLine(), "name the parts to merge, or say --swarm, and not both");
    }
    if (swarm.isWanted()) {
      SwarmCensus.Report merged = new SwarmCensus(name).merge(swarm.order());
      output.print(merged);
      return merged.isWhole() ? 0 : 3;
    }
    if (Files.exists(name.parquet())) {
      throw new IOException(
          "the snapshot %s exists already: give another --out, or remove it"
              .formatted(name.parquet()));
    }
    List<Snapshot> opened = Snapshot.openAll(parts);
    SnapshotMerge merge = new SnapshotMerge(opened);
    if (!anyDay && merge.days().size() > 1) {
      throw new IOException(
          "the parts were begun on different days (%s): nodes come and go, so say --any-day if that is meant"
              .formatted(
                  merge.days().stream()
                      .map(day -> LocalDate.ofEpochDay(day).toString())
                      .collect(Collectors.joining(", "))));
    }
    Snapshot merged = merge.write(name.folder(), name.name());
    List<String> missing = merge.missing().stream().map(Prefix::toString).toList();
    if (!missing.isEmpty()) {
      output.err().println("orb: no part covers " + String.join(", ", missing));
    }
    output.print(
        new Merged(
            merged.parquet().toString(),
            opened.size(),
            merged.info().nodes(),
            merged.info().answered(),
            merged.info().packets(),
            missing));
    return 0;
  }
}
