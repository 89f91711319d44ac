package org.orbweaver.cli.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.app.archive.SliceFile;
import org.orbweaver.app.swarm.SwarmSlice;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.Slice;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.SwarmExportOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orb archive export}: a slice of the archive as WACZ or WARC. */
@Command(
    name = "export",
    description =
        "Write a slice (address, time, type) as WACZ, WARC files, CDXJ, Parquet, or to a Solr.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "The slice needs no other files: bodies kept elsewhere are put in. What was taken down stays"
          + " so.",
      "",
      "Examples:",
      "  orb archive export all.wacz",
      "  orb archive export docs.wacz --address 'example.org/docs/*' --from 2026",
      "  orb archive export slice/ --type text/html",
      "  orb archive export http://localhost:8983/solr/web",
      "  orb archive export crawl.wacz --swarm --crawl 0123456789abcdef0123456789abcdef"
    })
final class ArchiveExportCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Spec private CommandSpec spec;
  @Mixin private HoldingsOptions options;
  @Mixin private SliceOptions part;
  @Mixin private SwarmExportOptions swarm;

  @Parameters(
      paramLabel = "TARGET",
      description = "NAME.wacz, .cdxj or .parquet, a directory, or a Solr collection's address.")
  private String target;

  @Option(names = "--address", description = "example.org/page or example.org/docs/*")
  private @Nullable String address;

  @Option(names = "--type", defaultValue = "", description = "What the media type begins with.")
  private String type;

  @Option(names = "--title", defaultValue = "Orbweaver archive", description = "Of the WACZ.")
  private String title;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveExportCommand() {}

  @Override
  public Integer call() throws IOException {
    Holdings holdings = options.holdings();
    if (swarm.isWanted()) {
      SwarmSlice.Report brought =
          new SwarmSlice(holdings, Path.of(target)).write(swarm.order(), title);
      if (brought.brought().captures() == 0 && brought.brought().refusals().isEmpty()) {
        throw nothing(
            "none of the %d peers that answered has a capture of that crawl; 'orb peers' lists crawls"
                .formatted(brought.brought().answered()));
      }
      output.print(brought);
      boolean whole = brought.brought().missing() == 0 && brought.brought().refusals().isEmpty();
      return whole ? 0 : 3;
    }
    try (Archive archive = part.open(holdings)) {
      SliceFile.Report report =
          new SliceFile(holdings, target)
              .write(archive, Slice.of(address, part.from(), part.to(), type), title);
      if (report.captures() == 0 && report.leftOut() == 0) {
        throw nothing("there is no capture of that; 'orb archive list' says what there is");
      }
      output.print(report);
      if (report.leftOut() > 0) {
        spec.commandLine()
            .getErr()
            .println(
                "orb: %d captures could not be read and are not in it; 'orb archive verify' names them"
                    .formatted(report.leftOut()));
        return 3;
      }
      return 0;
    }
  }

  /** What holds nothing is not left behind: it would look like what was wanted. */
  private IllegalStateException nothing(String because) throws IOException {
    Path file = Path.of(target);
    if (Files.isRegularFile(file)) {
      Files.delete(file);
    }
    return new IllegalStateException("nothing was written: " + because);
  }
}
