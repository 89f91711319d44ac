package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.archive.OddSiteExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab archive-odd}: a crawl of a site of oddities, as others read and replay it. */
@Command(
    name = "archive-odd",
    description = "Crawl a site of oddities; jwarc, warcio and pywb read and replay the archive.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Needs pywb, which brings Python's warcio.",
      "",
      "Examples:",
      "  python3 -m venv /tmp/pywb && /tmp/pywb/bin/pip install pywb",
      "  orb lab archive-odd --pywb /tmp/pywb/bin --json"
    })
final class ArchiveOddCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(names = "--pywb", required = true, description = "Where wayback and warcio are.")
  private Path pywb;

  @Option(names = "--keep", description = "Keep the archive in this directory.")
  private @Nullable Path keep;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveOddCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder scratch = TemporaryFolder.unlessKept(keep, "orb-odd-")) {
      OddSiteExperiment.Report report =
          new OddSiteExperiment(pywb.toAbsolutePath(), scratch.path().toAbsolutePath()).run();
      output.print(report);
      return report.holds() ? 0 : 1;
    }
  }
}
