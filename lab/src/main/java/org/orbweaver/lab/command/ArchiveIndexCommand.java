package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.archive.ArchiveIndexExperiment;
import org.orbweaver.lab.archive.OutbackExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab archive-index}: a large capture index. */
@Command(
    name = "archive-index",
    description = "Load captures in no order, compact, and ask for the newest not newer.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb lab archive-index --captures 10000000 --json",
      "  orb lab archive-index --captures 10000000 --outbackcdx outbackcdx.jar --json"
    })
final class ArchiveIndexCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(names = "--captures", defaultValue = "1000000", description = "Captures.")
  private long captures;

  @Option(names = "--seed", defaultValue = "19", description = "Which captures.")
  private long seed;

  @Option(
      names = "--outbackcdx",
      paramLabel = "JAR",
      description = "Load a file of CDX lines, and have OutbackCDX load it as well, instead.")
  private @Nullable Path outback;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveIndexCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder scratch = new TemporaryFolder("orb-archive-index-");
        Progress progress = output.progress()) {
      if (outback != null) {
        OutbackExperiment.Report report =
            new OutbackExperiment(outback, captures, seed, scratch.path()).run();
        output.print(report);
        return report.holds() ? 0 : 1;
      }
      ArchiveIndexExperiment.Report report =
          new ArchiveIndexExperiment(captures, seed, scratch.path()).run(progress);
      output.print(report);
      return report.wrong() == 0 ? 0 : 1;
    }
  }
}
