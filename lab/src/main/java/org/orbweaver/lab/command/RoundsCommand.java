package org.orbweaver.lab.command;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.up.SwarmRounds;
import org.orbweaver.shell.Output;
import org.orbweaver.sim.web.WebOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab rounds}: what a day costs a swarm that visits a web every day. */
@Command(
    name = "rounds",
    description =
        "Real peers visit a synthetic web every day: what is missed, stored twice, sent in vain?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "A day is short, and as many days pass as are asked for after the first rounds, in which",
      "everything is new. The web has pages and images, of which some change and some are new each",
      "day; what is truly new is reckoned from the web itself.",
      "",
      "Examples:",
      "  orb lab rounds --json",
      "  orb lab rounds --peers 4 --pages 100 --days 5 --seconds 15"
    })
final class RoundsCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(names = "--peers", defaultValue = "10", description = "How many processes.")
  private int peers;

  @Option(names = "--hosts", defaultValue = "20", description = "Of the web.")
  private int hosts;

  @Option(names = "--pages", defaultValue = "400", description = "Of all hosts, on the first day.")
  private int pages;

  @Option(names = "--days", defaultValue = "30", description = "How many.")
  private int days;

  @Option(names = "--seconds", defaultValue = "30", description = "How long a day lasts.")
  private int seconds;

  @Option(names = "--heap", defaultValue = "256m", description = "Of each process.")
  private String heap;

  @Option(names = "--seed", defaultValue = "1", description = "The web's seed.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  RoundsCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    WebOptions web = WebOptions.usual(hosts, pages, seed).withoutSpecials().withNumericHosts();
    try (TemporaryFolder folder = new TemporaryFolder("orb-rounds");
        Progress progress = output.progress()) {
      output.print(
          new SwarmRounds(web, peers, days, Duration.ofSeconds(seconds), heap)
              .run(folder.path(), progress));
      return 0;
    }
  }
}
