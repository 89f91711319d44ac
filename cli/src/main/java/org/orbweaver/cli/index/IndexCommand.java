package org.orbweaver.cli.index;

import org.orbweaver.shell.Branches;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code orb index}: a searchable index of the torrents in the DHT. */
@Command(
    name = "index",
    description = "Build and search an index of the torrents in the BitTorrent DHT.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  orb index run",
      "  orb index search ubuntu 24.04",
      "  orb index stats --json"
    })
@Branches({
  IndexRunCommand.class,
  IndexFetchCommand.class,
  IndexSearchCommand.class,
  IndexShowCommand.class,
  IndexTitlesCommand.class,
  IndexServeCommand.class,
  IndexStatsCommand.class,
  IndexExportCommand.class,
  IndexImportCommand.class,
  IndexClassifyCommand.class,
  IndexBlockCommand.class
})
public final class IndexCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli injects the specification
  IndexCommand() {}

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
