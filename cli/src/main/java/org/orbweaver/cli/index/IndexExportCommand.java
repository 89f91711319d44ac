package org.orbweaver.cli.index;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.app.index.ParquetFile;
import org.orbweaver.indexer.exchange.CsvLine;
import org.orbweaver.indexer.exchange.TorrentLine;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code orb index export}: the catalog as a file. */
@Command(
    name = "export",
    description = "Write the whole index to a file.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The file's ending says the format; orb index import reads all of them.",
      "  .jsonl    a JSON object a line, with all file names",
      "  .parquet  the same as a table, for DuckDB, Spark and pandas",
      "  .csv      without file names, for spreadsheets",
      "",
      "Examples:",
      "  orb index export torrents.jsonl",
      "  orb index export torrents.parquet --store index.db"
    })
final class IndexExportCommand implements Callable<Integer> {
  private static final int BATCH = 1_000;

  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @Parameters(paramLabel = "FILE", description = "The file to write.")
  private Path file;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexExportCommand() {}

  record Report(String file, long torrents, long bytes) {}

  @Override
  public Integer call() throws IOException {
    String name = file.getFileName().toString();
    long torrents =
        switch (name.substring(name.lastIndexOf('.') + 1)) {
          case "jsonl" -> write(file, true);
          case "csv" -> write(file, false);
          case "parquet" -> parquet();
          default ->
              throw new IOException(
                  "cannot tell a format from %s: name it .jsonl, .csv or .parquet".formatted(name));
        };
    output.print(new Report(file.toString(), torrents, Files.size(file)));
    return 0;
  }

  private long parquet() throws IOException {
    Path lines = file.resolveSibling(file.getFileName() + ".part");
    try {
      long torrents = write(lines, true);
      ParquetFile.write(lines, file);
      return torrents;
    } finally {
      Files.deleteIfExists(lines);
    }
  }

  private long write(Path target, boolean json) throws IOException {
    long count = 0;
    try (TorrentStore store = options.openExisting();
        BufferedWriter writer = Files.newBufferedWriter(target)) {
      if (!json) {
        writer.write(CsvLine.HEADER + "\n");
      }
      List<TorrentListing> batch = store.after(0, BATCH);
      while (!batch.isEmpty()) {
        for (TorrentListing listing : batch) {
          writer.write((json ? TorrentLine.write(listing) : CsvLine.write(listing)) + "\n");
        }
        count += batch.size();
        batch = store.after(batch.getLast().id(), BATCH);
      }
    }
    return count;
  }
}
