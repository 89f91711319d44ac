package org.orbweaver.cli.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.orbweaver.app.index.TorrentImport;
import org.orbweaver.app.swarm.SwarmTorrents;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.SwarmExportOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code orb index import}: torrents from a file. */
@Command(
    name = "import",
    description = "Take in torrents from a file: an export of ours or of bitmagnet's.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The file's ending says what it is; .gz after it is fine.",
      "  .jsonl    a JSON object a line: ours, or as bitmagnet's import takes them",
      "  .csv      ours, or any with columns for hash, name and size",
      "  .parquet  ours",
      "  .sql      bitmagnet's backup, made with pg_dump as its guide says",
      "",
      "Torrents that are there already stay as they are. Private ones are left out.",
      "",
      "With --swarm the torrents are those that a crawl of magnet links found; they are brought"
          + " from",
      "whoever keeps them into the directory DIR first. Exit code 3: something is missing.",
      "",
      "Examples:",
      "  orb index import found/ --swarm --crawl 0123456789abcdef0123456789abcdef",
      "  orb index import torrents.jsonl --store index.db",
      "  orb index import backup.sql.gz"
    })
final class IndexImportCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private StoreOptions options;
  @Mixin private KeepingOptions keeping;

  @Mixin private SwarmExportOptions swarm;

  @Parameters(paramLabel = "FILE|DIR", description = "What to take in.")
  private Path file;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexImportCommand() {}

  @Override
  public Integer call() throws IOException {
    if (!swarm.isWanted() && !Files.isRegularFile(file)) {
      throw new IOException("there is no file " + file + " to import");
    }
    try (TorrentStore store = options.open(options.classifier(), keeping)) {
      if (swarm.isWanted()) {
        SwarmTorrents.Report found = new SwarmTorrents(file, store, this::say).take(swarm.order());
        output.print(found);
        return found.isWhole() ? 0 : 3;
      }
      output.print(new TorrentImport(file, store, this::say).run());
    }
    return 0;
  }

  private void say(String line) {
    output.err().println("orb: " + line);
  }
}
