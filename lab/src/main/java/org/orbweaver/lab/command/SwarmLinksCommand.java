package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.up.SwarmLinks;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb lab swarm-links}: what links cost a swarm of real processes. */
@Command(
    name = "swarm-links",
    description =
        "Real peers crawl documents on this disk: how many bytes does a link take, and each copy?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  tools/get-documents DIR && orb lab swarm-links DIR --json",
      "  orb lab swarm-links DIR --peers 4 --pages 2000"
    })
final class SwarmLinksCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Parameters(
      paramLabel = "DIR",
      description = "A folder with a folder of documents for each host, served by nginx.")
  private Path documents;

  @Option(names = "--peers", defaultValue = "8", description = "How many processes.")
  private int peers;

  @Option(names = "--pages", defaultValue = "40000", description = "How many pages in all.")
  private long pages;

  @Option(names = "--minutes", defaultValue = "30", description = "How long at most.")
  private int minutes;

  @Option(names = "--heap", defaultValue = "384m", description = "Of each process.")
  private String heap;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  SwarmLinksCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder folder = new TemporaryFolder("orb-swarm-links");
        Progress progress = output.progress()) {
      output.print(
          new SwarmLinks(peers, pages, Duration.ofMinutes(minutes), heap)
              .run(documents, folder.path(), progress));
      return 0;
    }
  }
}
