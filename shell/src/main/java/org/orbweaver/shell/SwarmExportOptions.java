package org.orbweaver.shell;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.DataDirectory;
import org.orbweaver.app.swarm.SwarmSlice;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which crawl of a swarm, through which peer. */
public final class SwarmExportOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--swarm",
      description = {
        "Bring a crawl from all peers that keep it, through the peer of --peer-data. Asked again, it",
        "goes on where it stopped."
      })
  private boolean wanted;

  @Option(
      names = "--crawl",
      description = "With --swarm: the crawl's number; orb peers lists them.")
  private @Nullable String crawl;

  @Option(
      names = "--peer-data",
      paramLabel = "DIR",
      description = "The running peer's data directory; " + DataDirectory.USUAL + " by default.")
  private @Nullable Path peer;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  public SwarmExportOptions() {}

  public boolean isWanted() {
    return wanted;
  }

  public SwarmSlice.Order order() {
    if (crawl == null) {
      throw new ParameterException(
          spec.commandLine(), "--swarm needs --crawl; orb peers lists the crawls");
    }
    return new SwarmSlice.Order(crawl, DataDirectory.given(peer));
  }
}
