package org.orbweaver.cli.index;

import java.util.List;
import org.orbweaver.cli.dht.Infohash;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.kademlia.Key;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb index block}: what the index shall not hold. */
@Command(
    name = "block",
    description = "Keep torrents out of the index, by hash or by words in their names.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Torrents that are in the index already are dropped. Running indexers obey within a minute.",
      "",
      "Examples:",
      "  orb index block 0123456789abcdef0123456789abcdef01234567",
      "  orb index block --words 'nasty thing'",
      "  orb index block                          shows the words"
    })
final class IndexBlockCommand implements Runnable {
  /**
   * What was done and what holds.
   *
   * @param dropped torrents with the new words in their names
   * @param words all sets of words that are blocked
   */
  private record Report(int hashesBlocked, int dropped, List<String> words) {}

  @Mixin private Output output;
  @Mixin private StoreOptions store;

  @Parameters(
      paramLabel = "HASH|MAGNET",
      arity = "0..*",
      converter = Infohash.class,
      description = "Blocked for ever.")
  private List<Key> hashes = List.of();

  @Option(
      names = "--words",
      paramLabel = "WORDS",
      description = "Block names that contain all of these words.")
  private List<String> blocked = List.of();

  @Option(
      names = "--unblock",
      paramLabel = "WORDS",
      description = "Lift this; torrents found from now on are taken again.")
  private List<String> unblocked = List.of();

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexBlockCommand() {}

  @Override
  public void run() {
    try (TorrentStore torrents = store.open()) {
      long now = StoreOptions.now();
      torrents.block(hashes, now);
      int dropped = blocked.stream().mapToInt(words -> torrents.blockWords(words, now)).sum();
      unblocked.forEach(torrents::unblockWords);
      output.print(new Report(hashes.size(), dropped, torrents.blockedWords()));
    }
  }
}
