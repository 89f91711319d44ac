package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.archive.PywbExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb lab archive-pywb}: the same collection, served by pywb and by us. */
@Command(
    name = "archive-pywb",
    description = "Serve a collection beside pywb: captures, TimeMaps, CDX, pages a second.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Needs pywb, and sites as directories, such as Debian's documentation packages.",
      "",
      "Examples:",
      "  python3 -m venv /tmp/pywb && /tmp/pywb/bin/pip install pywb",
      "  orb lab archive-pywb --pywb /tmp/pywb/bin /usr/share/doc/postgresql-doc-15/html --json"
    })
final class ArchivePywbCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Parameters(arity = "1..*", paramLabel = "SITE", description = "Directories of web sites.")
  private List<Path> sites = List.of();

  @Option(names = "--pywb", required = true, description = "Where wayback and wb-manager are.")
  private Path pywb;

  @Option(
      names = "--memento-client",
      paramLabel = "PYTHON",
      description = "A Python that has PyPI's memento_client: it asks our TimeGate, too.")
  private @Nullable Path python;

  @Option(names = "--pages", defaultValue = "400", description = "Pages, of five versions each.")
  private int pages;

  @Option(names = "--pairs", defaultValue = "2000", description = "Addresses with a date.")
  private int pairs;

  @Option(names = "--seed", defaultValue = "19", description = "Which captures and pairs.")
  private long seed;

  @Option(names = "--keep", description = "Keep the collection in this directory.")
  private @Nullable Path keep;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchivePywbCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder scratch = TemporaryFolder.unlessKept(keep, "orb-pywb-")) {
      PywbExperiment.Report report =
          new PywbExperiment(
                  pywb.toAbsolutePath(),
                  python == null ? null : python.toAbsolutePath(),
                  sites,
                  pages,
                  pairs,
                  seed,
                  scratch.path().toAbsolutePath())
              .run();
      output.print(report);
      return report.holds() ? 0 : 1;
    }
  }
}
