package org.orbweaver.cli.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.shell.CollectionName;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb archive import}: WARC files and WACZs from elsewhere become a collection. */
@Command(
    name = "import",
    description = "Make a collection of WARC, WACZ and CDX files from elsewhere.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Files stay where they are and are only indexed, unless --copy is given. A CDX or CDXJ file",
      "stands for the WARC files beside it that it names: they are not read.",
      "",
      "Examples:",
      "  orb archive import heritrix/*.warc.gz --collection heritrix",
      "  orb archive import crawl.wacz --collection browsertrix --copy",
      "  orb archive import warcs/index.cdxj --collection large"
    })
final class ArchiveImportCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private HoldingsOptions options;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "WARC, WACZ, CDX, or directories.")
  private List<Path> files;

  @Option(
      names = "--collection",
      required = true,
      converter = CollectionName.class,
      description = "Name of the collection.")
  private String collection;

  @Option(names = "--copy", description = "Copy the files into the collection first.")
  private boolean copy;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveImportCommand() {}

  record Report(String collection, long captures, long leftOut, List<String> problems) {}

  @Override
  public Integer call() throws IOException {
    WarcIntake.Report report = options.holdings().take(collection, files, copy);
    output.print(new Report(collection, report.captures(), report.leftOut(), report.problems()));
    return report.captures() == 0 && !report.problems().isEmpty() ? 1 : 0;
  }
}
