package org.orbweaver.cli.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.app.archive.PictureFile;
import org.orbweaver.archive.compare.LineDiff;
import org.orbweaver.archive.compare.SiteChanges;
import org.orbweaver.archive.compare.VersionText;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.fetch.render.Browser;
import org.orbweaver.indexer.torrent.SafeText;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb archive diff}: what changed between two times. */
@Command(
    name = "diff",
    description = "Compare two captures of a page, or a site at two times.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb archive diff https://example.org/ 202610 202611",
      "  orb archive diff https://example.org/ 202610 202611 --source",
      "  orb archive diff https://example.org/ 202610 202611 --picture both.png",
      "  orb archive diff 'https://example.org/*' 202610 202611"
    })
final class ArchiveDiffCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private HoldingsOptions options;

  @Parameters(index = "0", paramLabel = "ADDRESS", description = "A page, or a prefix with *.")
  private String address;

  @Parameters(index = "1", paramLabel = "TIME", description = "The earlier time.")
  private String one;

  @Parameters(index = "2", paramLabel = "TIME", description = "The later time.")
  private String other;

  @Option(names = "--source", description = "Compare the source, not the text.")
  private boolean source;

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description = "Write what both look like, side by side, and what differs in red (PNG).")
  private @Nullable Path picture;

  @Option(names = "--browser", defaultValue = "chromium", description = "With --picture: which.")
  private String browser;

  @Option(
      names = "--browser-no-sandbox",
      description = "With --picture: start it without its sandbox, where a container is one.")
  private boolean browserNoSandbox;

  @Option(names = "--collection", description = "Only this collection or file.")
  private List<String> collections = List.of();

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveDiffCommand() {}

  record Report(List<LineDiff.Row> rows) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Archive archive = options.holdings().open(collections, true)) {
      if (picture != null) {
        output.print(
            new PictureFile(picture, new Browser(browser, !browserNoSandbox))
                .write(archive, address, Timestamp.end(one), Timestamp.end(other)));
        return 0;
      }
      if (address.endsWith("*")) {
        String start = CaptureChoice.surt(address.substring(0, address.length() - 1));
        output.print(SiteChanges.between(archive, start, Timestamp.end(one), Timestamp.end(other)));
        return 0;
      }
      List<LineDiff.Row> rows = LineDiff.of(lines(archive, one), lines(archive, other));
      if (output.json()) {
        output.print(new Report(rows.stream().filter(row -> !row.same()).toList()));
        return 0;
      }
      for (LineDiff.Row row : rows) {
        if (!row.same()) {
          print("- ", row.left());
          print("+ ", row.right());
        }
      }
      output.out().flush();
      return 0;
    }
  }

  private void print(String sign, String line) {
    if (!line.isEmpty()) {
      output.out().println(sign + SafeText.harmless(line));
    }
  }

  private List<String> lines(Archive archive, String at) throws IOException {
    ArchivedCapture capture = Holdings.captured(archive, address, Timestamp.end(at));
    return source ? VersionText.source(capture) : VersionText.readable(capture);
  }
}
