package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.up.UpSoak;
import org.orbweaver.shell.Durations;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab up-soak}: {@code orb up} under load, killed again and again. */
@Command(
    name = "up-soak",
    description =
        "A real orb up under load, killed with -9 and restarted: what it takes, and loses.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Index and census are on, in a DHT of its own. Two fifths of the time it is killed again and",
      "again, half of it it is left alive under load, then it is left in peace.",
      "Ends with 1 if a page of an acknowledged crawl is missing in the end.",
      "",
      "Examples:",
      "  orb lab up-soak --minutes 120 --captures 1000000 --torrents 1000000 --json",
      "  orb lab up-soak --minutes 10 --json"
    })
final class UpSoakCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(names = "--minutes", defaultValue = "20", description = "How long.")
  private int minutes;

  @Option(names = "--kills", defaultValue = "20", description = "How often it is killed.")
  private int kills;

  @Option(names = "--pause", defaultValue = "3", description = "Seconds between two crawls.")
  private int pause;

  @Option(names = "--heap", defaultValue = "512m", description = "Of the process.")
  private String heap;

  @Option(
      names = "--captures",
      defaultValue = "10000",
      description = "In its archive before it begins.")
  private int captures;

  @Option(
      names = "--torrents",
      defaultValue = "10000",
      description = "In its index before it begins.")
  private int torrents;

  @Option(
      names = "--census",
      paramLabel = "TIME",
      converter = Durations.class,
      defaultValue = "2m",
      description = "How often it counts the DHT.")
  private Duration census;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  UpSoakCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder folder = new TemporaryFolder("orb-soak");
        Progress progress = output.progress()) {
      Files.createDirectories(folder.path().resolve("data"));
      UpSoak.Report report =
          new UpSoak(
                  new UpSoak.Wishes(
                      Duration.ofMinutes(minutes),
                      kills,
                      Duration.ofSeconds(pause),
                      heap,
                      captures,
                      torrents,
                      census))
              .run(folder.path(), progress);
      output.print(report);
      return report.lost() == 0 ? 0 : 1;
    }
  }
}
