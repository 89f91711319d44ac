package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.archive.PixelExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb lab archive-pixels}: do archived pages look as they did? */
@Command(
    name = "archive-pixels",
    description = "Compare pictures of pages: live, archived and rewritten, archived by proxy.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Needs Chromium, and sites as directories, such as Debian's documentation packages.",
      "",
      "Examples:",
      "  orb lab archive-pixels /usr/share/doc/sqlite3 /usr/share/doc/git/html --pages 20",
      "  node lab/src/main/resources/org/orbweaver/lab/archive/script-sites.mjs /tmp/scripted",
      "  orb lab archive-pixels /usr/share/doc/sqlite3 --whole /tmp/scripted --versions 3"
    })
final class ArchivePixelsCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Parameters(arity = "0..*", paramLabel = "SITE", description = "Directories of web sites.")
  private List<Path> sites = List.of();

  @Option(names = "--pages", defaultValue = "60", description = "Pages in all.")
  private int pages;

  @Option(names = "--whole", description = "Sites of which every page is looked at.")
  private List<Path> whole = List.of();

  @Option(names = "--versions", defaultValue = "3", description = "Versions of each page.")
  private int versions;

  @Option(names = "--enough", defaultValue = "0.95", description = "Share that must be the same.")
  private double enough;

  @Option(names = "--keep", description = "Keep pictures that differ in this directory.")
  private @Nullable Path keep;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchivePixelsCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder scratch = TemporaryFolder.unlessKept(keep, "orb-pixels-")) {
      PixelExperiment.Report report =
          new PixelExperiment(sites, pages, whole, versions, scratch.path()).run();
      output.print(report);
      return report.fewest() >= enough * report.versions().getFirst().pages() ? 0 : 1;
    }
  }
}
