package org.orbweaver.cli.index;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.indexer.store.StoreStats;
import org.orbweaver.indexer.store.TorrentStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code orb index stats}: what the index holds. */
@Command(
    name = "stats",
    description = "Say what the index holds and how many hashes still wait.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb index stats --json"})
final class IndexStatsCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexStatsCommand() {}

  record Report(long torrents, long dueNow, long bytes, Map<String, Long> hashes) {}

  @Override
  public Integer call() throws IOException {
    try (TorrentStore store = options.openExisting()) {
      StoreStats stats = store.stats(StoreOptions.now());
      Map<String, Long> hashes = new TreeMap<>();
      stats.hashes().forEach((state, count) -> hashes.put(state.name(), count));
      output.print(new Report(stats.torrents(), stats.due(), stats.bytes(), hashes));
    }
    return 0;
  }
}
