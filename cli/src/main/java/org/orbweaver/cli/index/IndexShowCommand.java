package org.orbweaver.cli.index;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.orbweaver.cli.dht.Infohash;
import org.orbweaver.console.index.TorrentView;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.kademlia.Key;
import org.orbweaver.shell.ByteSize;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code orb index show}: all about one torrent. */
@Command(
    name = "show",
    description = "Show a torrent: its swarm over time, what speaks against it, who has its files.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb index show 08ada5a7a6183aae1e09d831df6748d566095a10"})
final class IndexShowCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @Parameters(paramLabel = "HASH", converter = Infohash.class, description = "Its infohash.")
  private Key hash;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexShowCommand() {}

  @Override
  public Integer call() throws IOException {
    Classifier classifier = options.classifier();
    try (TorrentStore store = options.openExisting(classifier)) {
      Optional<TorrentView.Details> found = new TorrentView(store, classifier).details(hash, false);
      if (found.isEmpty()) {
        throw new IOException("the index has no torrent " + hash);
      }
      if (output.json()) {
        output.print(found.get());
      } else {
        found.get().text(ByteSize::text).forEach(line -> output.out().println(line));
        output.out().flush();
      }
      return 0;
    }
  }
}
