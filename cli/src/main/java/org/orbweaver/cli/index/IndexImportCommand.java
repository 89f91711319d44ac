package org.orbweaver.cli.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.orbweaver.app.index.TorrentImport;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.shell.Output;
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
      "Examples:",
      "  orb index import torrents.jsonl --store index.db",
      "  orb index import backup.sql.gz"
    })
final class IndexImportCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private StoreOptions options;
  @Mixin private KeepingOptions keeping;

  @Parameters(paramLabel = "FILE", description = "What to take in.")
  private Path file;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexImportCommand() {}

  @Override
  public Integer call() throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("there is no file " + file + " to import");
    }
    try (TorrentStore store = options.open(options.classifier(), keeping)) {
      output.print(
          new TorrentImport(file, store, line -> output.err().println("orb: " + line)).run());
    }
    return 0;
  }
}
