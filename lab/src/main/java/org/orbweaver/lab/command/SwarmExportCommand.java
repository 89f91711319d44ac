package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.up.SwarmExport;
import org.orbweaver.shell.Output;
import org.orbweaver.sim.web.WebOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab swarm-export}: is a crawl whole that was brought out of a swarm? */
@Command(
    name = "swarm-export",
    description = "Bring a crawl out of real peers while one is killed; warcio and pywb read it.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Needs pywb, which brings Python's warcio.",
      "",
      "Examples:",
      "  python3 -m venv /tmp/pywb && /tmp/pywb/bin/pip install pywb",
      "  orb lab swarm-export --pywb /tmp/pywb/bin --json"
    })
final class SwarmExportCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(names = "--pywb", required = true, description = "Where wayback and warcio are.")
  private Path pywb;

  @Option(names = "--peers", defaultValue = "6", description = "How many processes.")
  private int peers;

  @Option(names = "--hosts", defaultValue = "40", description = "Of the web.")
  private int hosts;

  @Option(names = "--pages", defaultValue = "10000", description = "Of all hosts.")
  private int pages;

  @Option(names = "--minutes", defaultValue = "30", description = "That the crawl may take.")
  private int minutes;

  @Option(names = "--heap", defaultValue = "256m", description = "Of each process.")
  private String heap;

  @Option(names = "--keep", description = "Keep everything in this directory.")
  private @Nullable Path keep;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  SwarmExportCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.unlessKept(keep, "orb-swarm-export");
        Progress progress = output.progress()) {
      SwarmExport.Report report =
          new SwarmExport(
                  WebOptions.plain(hosts, pages, 1),
                  peers,
                  Duration.ofMinutes(minutes),
                  heap,
                  pywb.toAbsolutePath())
              .run(folder.path().toAbsolutePath(), progress);
      output.print(report);
      return report.holds() ? 0 : 1;
    }
  }
}
