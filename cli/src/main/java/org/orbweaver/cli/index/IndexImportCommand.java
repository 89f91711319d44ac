package org.orbweaver.cli.index;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.indexer.exchange.TorrentLine;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.TorrentStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code orb index import}: torrents from a file. */
@Command(
    name = "import",
    description = "Take in torrents from JSON lines: an export of ours, or bitmagnet's format.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb index import torrents.jsonl --store index.db"})
final class IndexImportCommand implements Callable<Integer> {
  private static final int BATCH = 1_000;

  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @Parameters(paramLabel = "FILE", description = "One JSON object a line.")
  private Path file;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexImportCommand() {}

  /**
   * @param added torrents that were not in the index before
   * @param unreadable lines that were skipped; the first one's problem is told on stderr
   */
  record Report(long lines, long added, long unreadable) {}

  @Override
  public Integer call() throws IOException {
    long lines = 0;
    long added = 0;
    long unreadable = 0;
    try (TorrentStore store = options.open();
        BufferedReader reader = Files.newBufferedReader(file)) {
      List<TorrentLine.Parsed> batch = new ArrayList<>(BATCH);
      String line;
      while ((line = reader.readLine()) != null) {
        if (line.isBlank()) {
          continue;
        }
        lines++;
        try {
          batch.add(TorrentLine.read(line));
        } catch (IllegalArgumentException e) {
          if (unreadable++ == 0) {
            output.err().println("orb: line " + lines + " is skipped: " + e.getMessage());
          }
        }
        if (batch.size() == BATCH) {
          added += store(store, batch);
        }
      }
      added += store(store, batch);
    }
    output.print(new Report(lines, added, unreadable));
    return 0;
  }

  private static int store(TorrentStore store, List<TorrentLine.Parsed> batch) {
    long now = StoreOptions.now();
    int added =
        store.settle(batch.stream().map(each -> new Outcome.Fetched(each.entry())).toList(), now);
    store.counted(
        batch.stream()
            .filter(each -> each.seeders() >= 0)
            .map(each -> new SwarmCount(each.entry().hash(), each.seeders(), each.leechers()))
            .toList(),
        now);
    batch.clear();
    return added;
  }
}
