package org.orbweaver.cli.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.kademlia.Key;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb index block}: what the index shall not hold. */
@Command(
    name = "block",
    description = "Keep torrents out of the index, by words of their names or by their hashes.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A RULE is an infohash, or words that must all be in a name: 'foo bar' blocks names with"
          + " both.",
      "What it matches is dropped at once and never taken in again, by all indexers on the store.",
      "Without a rule, the rules by words are listed.",
      "",
      "Examples:",
      "  orb index block 'very nasty' casino",
      "  orb index block --file rules.txt",
      "  orb index block --remove casino"
    })
final class IndexBlockCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @Parameters(arity = "0..*", paramLabel = "RULE", description = "What to block.")
  private List<String> rules = List.of();

  @Option(names = "--file", description = "Rules from a file, one a line; # begins a comment.")
  private @Nullable Path file;

  @Option(
      names = "--remove",
      description = "Lift these rules by words. Torrents come back when they are found again.")
  private boolean remove;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexBlockCommand() {}

  /**
   * What the new rules did, and which there are now.
   *
   * @param dropped torrents that were in the index and matched
   * @param words all rules by words that hold now
   */
  record Report(long dropped, List<String> words) {}

  @Override
  public Integer call() throws IOException {
    List<String> all = new ArrayList<>(rules);
    if (file != null) {
      Files.readAllLines(file).stream()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .forEach(all::add);
    }
    try (TorrentStore store = options.open()) {
      long dropped = 0;
      for (String rule : all) {
        dropped += apply(store, rule);
      }
      output.print(new Report(dropped, store.blockedWords()));
    }
    return 0;
  }

  private long apply(TorrentStore store, String rule) throws IOException {
    boolean hash = rule.matches("[0-9a-fA-F]{40}");
    if (remove) {
      if (hash || !store.blockedWords().contains(rule)) {
        throw new IOException(
            "there is no rule '%s'; orb index block lists those by words".formatted(rule));
      }
      store.unblockWords(rule);
      return 0;
    }
    if (hash) {
      Key key = Key.parse(rule);
      int there = store.torrent(key).isPresent() ? 1 : 0;
      store.block(List.of(key), StoreOptions.now());
      return there;
    }
    return store.blockWords(rule, StoreOptions.now());
  }
}
