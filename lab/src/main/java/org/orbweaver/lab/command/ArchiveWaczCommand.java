package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.archive.WaczExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb lab archive-wacz}: our WACZ files elsewhere, and others' here. */
@Command(
    name = "archive-wacz",
    description = "Open a WACZ of ours in ReplayWeb.page's library, and one of Webrecorder's here.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Needs Chromium, npm's @webrecorder/wabac and PyPI's wacz.",
      "",
      "Examples:",
      "  orb lab archive-wacz --wabac node_modules/@webrecorder/wabac/dist/sw.js \\",
      "      --wacz /tmp/wacz/bin/wacz /usr/share/doc/sqlite3 --json"
    })
final class ArchiveWaczCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Parameters(arity = "1..*", paramLabel = "SITE", description = "Directories of web sites.")
  private List<Path> sites = List.of();

  @Option(names = "--wabac", required = true, description = "wabac's dist/sw.js.")
  private Path wabac;

  @Option(names = "--wacz", required = true, description = "Webrecorder's program wacz.")
  private Path wacz;

  @Option(names = "--pages", defaultValue = "60", description = "Pages, of three versions each.")
  private int pages;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveWaczCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder scratch = new TemporaryFolder("orb-wacz-")) {
      WaczExperiment.Report report =
          new WaczExperiment(wabac, wacz.toAbsolutePath(), sites, pages, scratch.path()).run();
      output.print(report);
      return report.holds() ? 0 : 1;
    }
  }
}
