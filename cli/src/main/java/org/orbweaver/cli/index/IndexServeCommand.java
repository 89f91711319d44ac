package org.orbweaver.cli.index;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.console.ConsoleServer;
import org.orbweaver.console.index.IndexSection;
import org.orbweaver.console.index.RemoteIndex;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.search.JointSearch;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.PortNumber;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb index serve}: the search page and the feeds, without an indexer. */
@Command(
    name = "serve",
    description = "Serve the search page, the JSON API, RSS and Torznab.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Sonarr, Radarr and Prowlarr take http://127.0.0.1:PORT/torznab as a Torznab address.",
      "",
      "Examples:",
      "  orb index serve",
      "  orb index serve --host 192.168.1.5 --key SECRET",
      "  orb index serve --also http://192.168.1.6:8466"
    })
final class IndexServeCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on.")
  private String host;

  @Option(
      names = "--port",
      defaultValue = "8466",
      converter = PortNumber.class,
      description = "Port; 0 for any free one.")
  private int port;

  @Option(
      names = "--key",
      description = "A key that clients must send as apikey; needed beyond loopback.")
  private @Nullable String key;

  @Option(
      names = "--also",
      paramLabel = "ADDRESS",
      description =
          "Another index whose torrents are found here, too, such as http://192.168.1.5:8466 or"
              + " http://KEY@HOST:PORT; several times for several.")
  private List<URI> also = List.of();

  @Option(
      names = "--seconds",
      defaultValue = "0",
      description = "Stop after this many seconds; 0 for never.")
  private long seconds;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexServeCommand() {}

  record Report(String address) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Classifier classifier = options.classifier();
    Optional<String> secret = Optional.ofNullable(key);
    try (StopSignal stop = new StopSignal();
        TorrentStore store = options.openExisting(classifier);
        ConsoleServer server =
            new ConsoleServer(
                host,
                port,
                secret,
                List.of(
                    new IndexSection(
                        store,
                        classifier,
                        Optional::empty,
                        _ -> Optional.empty(),
                        also.stream()
                            .map(RemoteIndex::new)
                            .map(each -> new JointSearch.Member(each.name(), each))
                            .toList(),
                        secret,
                        Clock.systemUTC())))) {
      output.print(new Report(server.address()));
      stop.await(seconds > 0 ? seconds : Long.MAX_VALUE / 1_000_000_000);
    }
    return 0;
  }
}
