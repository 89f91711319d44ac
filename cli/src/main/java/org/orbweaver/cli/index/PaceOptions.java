package org.orbweaver.cli.index;

import org.orbweaver.app.index.RunningIndexer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How much the indexer may ask of the DHT: one of three named paces. */
public final class PaceOptions {
  private static final int GENTLE = 200;
  private static final int FAST = 10_000;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private Choice choice = new Choice();

  /** At most one of them. */
  private static final class Choice {
    @Option(
        names = "--gentle",
        description = "At most 200 packets a second to the DHT, for a small line or a shared one.")
    private boolean gentle;

    @Option(
        names = "--normal",
        description =
            "At most 2,000 packets a second, of which it uses what the network bears; the default.")
    private boolean normal;

    @Option(
        names = "--fast",
        description = "At most 10,000 packets a second, for a server with a line of its own.")
    private boolean fast;
  }

  public PaceOptions() {}

  int packetsPerSecond() {
    if (choice.normal) {
      return RunningIndexer.Options.USUAL_PACKETS;
    }
    return choice.gentle ? GENTLE : choice.fast ? FAST : RunningIndexer.Options.USUAL_PACKETS;
  }
}
