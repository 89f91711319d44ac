package org.orbweaver.cli.archive;

import org.orbweaver.shell.Branches;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code orb archive}: the time machine. */
@Command(
    name = "archive",
    description = "Look at what was crawled, as it was, on any date.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  orb archive serve",
      "  orb archive serve old-site.warc.gz from-a-friend.wacz",
      "  orb archive list 'example.org/*'",
      "  orb archive get https://example.org/ --at 2026-11"
    })
@Branches({
  ArchiveServeCommand.class,
  ArchiveListCommand.class,
  ArchiveSearchCommand.class,
  ArchiveGetCommand.class,
  ArchiveDiffCommand.class,
  ArchiveImportCommand.class,
  ArchiveExportCommand.class,
  ArchiveVerifyCommand.class,
  ArchiveStatsCommand.class,
  ArchiveAnalyseCommand.class
})
public final class ArchiveCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli injects the specification
  ArchiveCommand() {}

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
