package org.orbweaver.cli.swarm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.up.EventLog;
import org.orbweaver.app.up.LogLines;
import org.orbweaver.console.up.HouseSettings;
import org.orbweaver.shell.DhtOptions;
import org.orbweaver.shell.Durations;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.PortNumber;
import picocli.CommandLine.Option;

/** What {@code orb up} runs beside its peer, and the console from which all of it is seen. */
final class HouseOptions {
  @Option(
      names = "--index",
      negatable = true,
      description = "Index the torrents of the DHT, too; the console's Torrents searches them.")
  private @Nullable Boolean index;

  @Option(
      names = "--census",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "Take a census of the DHT this often, such as 1d; never by default.")
  private @Nullable Duration census;

  @Option(
      names = "--console",
      paramLabel = "PORT",
      converter = PortNumber.class,
      description = {
        "Port of the console; 0 for any free one, -1 for none; 8470, or any if that is taken, by",
        "default."
      })
  private @Nullable Integer consolePort;

  @Option(
      names = "--console-host",
      paramLabel = "IP",
      defaultValue = "127.0.0.1",
      description = {
        "Where the console listens. Beyond 127.0.0.1 it wants its key, which is made on the first",
        "start and lies in console.key of the data directory."
      })
  private String consoleHost;

  @Option(
      names = "--console-key",
      description = {
        "Have the console want its key on 127.0.0.1, too: for a reverse proxy before it, or a",
        "machine that others use."
      })
  private boolean consoleKey;

  @Option(
      names = "--log",
      defaultValue = "TEXT",
      description = "What happens, to stderr: TEXT for what needs care, JSON for all, or NONE.")
  private LogLines log;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  HouseOptions() {}

  Consumer<EventLog.Event> log(Output output) {
    return log.to(line -> output.err().println(log == LogLines.JSON ? line : "orb: " + line));
  }

  /** What was typed counts; else what was chosen in the console before. */
  HouseSettings settings(Path data, DhtOptions dht) throws IOException {
    return HouseSettings.of(
        data,
        dht::place,
        index,
        census,
        new HouseSettings.Door(consoleHost, consolePort, consoleKey));
  }
}
