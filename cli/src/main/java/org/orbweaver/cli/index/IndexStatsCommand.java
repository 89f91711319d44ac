package org.orbweaver.cli.index;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.StoreStats;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.shell.ByteSize;
import org.orbweaver.shell.Output;
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

  /**
   * What the index holds.
   *
   * @param dueNow hashes that could be looked up now
   * @param hearsay hashes that strangers asked for and nobody vouches for
   */
  record Report(long torrents, long dueNow, long hearsay, long bytes, String size, Hashes hashes) {}

  /** How many infohashes stand where. */
  record Hashes(
      long unknownYet,
      long lookedUp,
      long withoutPeers,
      long failed,
      long fetched,
      long privateOnes,
      long blocked,
      long givenUp) {
    static Hashes of(Map<HashState, Long> counts) {
      ToLongFunction<HashState> of = state -> counts.getOrDefault(state, 0L);
      return new Hashes(
          of.applyAsLong(HashState.NEW),
          of.applyAsLong(HashState.LOOKED_UP),
          of.applyAsLong(HashState.NO_PEERS),
          of.applyAsLong(HashState.FAILED),
          of.applyAsLong(HashState.FETCHED),
          of.applyAsLong(HashState.PRIVATE),
          of.applyAsLong(HashState.BLOCKED),
          of.applyAsLong(HashState.GIVEN_UP));
    }
  }

  @Override
  public Integer call() throws IOException {
    try (TorrentStore store = options.openExisting()) {
      StoreStats stats = store.stats(StoreOptions.now());
      output.print(
          new Report(
              stats.torrents(),
              stats.due(),
              stats.hearsay(),
              stats.bytes(),
              ByteSize.text(stats.bytes()),
              Hashes.of(stats.hashes())));
    }
    return 0;
  }
}
