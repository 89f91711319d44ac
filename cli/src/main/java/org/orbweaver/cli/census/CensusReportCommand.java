package org.orbweaver.cli.census;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.census.report.CensusReport;
import org.orbweaver.census.report.CensusReporter;
import org.orbweaver.census.report.ReportPage;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.ProgramVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb census report}: what snapshots tell, in one page. */
@Command(
    name = "report",
    description = "Tell what snapshots show, as one self-contained HTML page or as JSON.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "The last snapshot is described in full; the others show how the network changes. Free",
      "databases of places are named in docs/snapshots.md.",
      "",
      "Examples:",
      "  orb census report",
      "  orb census report monday.parquet -o monday.html",
      "  orb census report snapshots/ --country country.mmdb --asn asn-ipv4.csv --asn asn-ipv6.csv",
      "  orb census report snapshots/ --json"
    })
final class CensusReportCommand implements Runnable {
  @Mixin private Output output;
  @Mixin private SnapshotArguments files;
  @Mixin private AnalysisOptions analyses;
  @Mixin private PlaceOptions places;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where the page goes; report.html, unless only --json is asked for.")
  private @Nullable Path page;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CensusReportCommand() {}

  /** What is printed when the page has been written. */
  record Written(Path page, int snapshots, String latest, double population, String method) {}

  @Override
  public void run() {
    try {
      List<Snapshot> snapshots = files.open();
      CensusReport report = report(snapshots);
      Path target = page == null && !output.json() ? Path.of("report.html") : page;
      if (target != null) {
        Files.writeString(target, ReportPage.html(report));
      }
      if (output.json() || target == null) {
        output.print(report);
      } else {
        var best = report.population().getFirst();
        output.print(
            new Written(target, snapshots.size(), report.latest(), best.nodes(), best.method()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private CensusReport report(List<Snapshot> snapshots) throws IOException {
    try (Progress progress = output.progress()) {
      CensusReporter reporter = new CensusReporter(analyses::open, places.lookup(), progress::at);
      return reporter.report(snapshots, () -> analyses.scratch(snapshots), ProgramVersion.text());
    }
  }
}
