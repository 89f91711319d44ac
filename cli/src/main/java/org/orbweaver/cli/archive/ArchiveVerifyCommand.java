package org.orbweaver.cli.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.archive.replay.IndexedSource;
import org.orbweaver.archive.verify.CollectionCheck;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code orb archive verify}: is everything there, and as it was? */
@Command(
    name = "verify",
    description = "Read every record: digests, lengths, index against files.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit code 1 if anything is damaged; what is, and what depends on it, is listed.",
      "",
      "Examples:",
      "  orb archive verify",
      "  orb archive verify news --json",
      "  orb archive verify elsewhere.warc.gz"
    })
final class ArchiveVerifyCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private HoldingsOptions options;

  @Parameters(arity = "0..*", paramLabel = "COLLECTION", description = "All, if none is given.")
  private List<String> names = List.of();

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveVerifyCommand() {}

  record Report(boolean sound, List<CollectionCheck.Report> collections) {}

  @Override
  public Integer call() throws IOException {
    List<CollectionCheck.Report> reports = new ArrayList<>();
    for (IndexedSource source : options.holdings().sources(names, true)) {
      try (source) {
        reports.add(new CollectionCheck(source).run());
      }
    }
    boolean sound = reports.stream().allMatch(CollectionCheck.Report::sound);
    if (output.json()) {
      output.print(new Report(sound, reports));
    } else {
      reports.forEach(output::print);
    }
    return sound ? 0 : 1;
  }
}
