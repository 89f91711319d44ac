package org.orbweaver.cli.index;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.orbweaver.app.index.FetchTarget;
import org.orbweaver.app.index.GivenFetch;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.shell.DhtOptions;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.PortNumber;
import org.orbweaver.shell.ReadOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb index fetch}: particular torrents, now. */
@Command(
    name = "fetch",
    description = "Fetch the metadata of particular torrents into the index.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A FILE is a .torrent, or text with an infohash or a magnet link on every line.",
      "",
      "Examples:",
      "  orb index fetch 0123456789abcdef0123456789abcdef01234567",
      "  orb index fetch hashes.txt --patience 300"
    })
final class IndexFetchCommand implements Callable<Integer> {
  /** Reads one argument. */
  static final class Target extends ReadOption<FetchTarget> {
    Target() {
      super(FetchTarget::read);
    }
  }

  @Mixin private Output output;
  @Mixin private DhtOptions dht;
  @Mixin private StoreOptions store;
  @Mixin private KeepingOptions keeping;

  @Option(
      names = "--tcp-port",
      paramLabel = "PORT",
      defaultValue = "0",
      converter = PortNumber.class,
      description = {
        "Where peers that nobody can dial may call us; 0 for any, -1 for never",
        "(${DEFAULT-VALUE})."
      })
  private int tcpPort;

  @Parameters(
      paramLabel = "HASH|MAGNET|FILE",
      arity = "1..*",
      converter = Target.class,
      description = "What to fetch.")
  private List<FetchTarget> targets = List.of();

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexFetchCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TorrentStore torrents = store.open(store.classifier(), keeping)) {
      GivenFetch.Report report =
          new GivenFetch(
                  torrents,
                  () -> dht.place(List.of("0.0.0.0:0")),
                  tcpPort,
                  dht.patience(),
                  (left, of) ->
                      output.err().printf(Locale.ROOT, "orb: %,d of %,d left%n", left, of))
              .fetch(targets);
      output.print(report);
      return report.missed().isEmpty() ? 0 : 1;
    }
  }
}
