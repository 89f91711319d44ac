package org.orbweaver.cli.index;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.indexer.exchange.CsvLine;
import org.orbweaver.indexer.exchange.TorrentLine;
import org.orbweaver.indexer.store.Listing;
import org.orbweaver.indexer.store.TorrentStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code orb index export}: the catalog as a file. */
@Command(
    name = "export",
    description = "Write the catalog to a file: .jsonl with all file names, .csv or .parquet.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  orb index export torrents.jsonl",
      "  orb index export torrents.parquet"
    })
final class IndexExportCommand implements Callable<Integer> {
  private static final int BATCH = 1_000;

  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @Parameters(paramLabel = "FILE", description = "Its ending says the format.")
  private Path file;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexExportCommand() {}

  record Report(String file, long torrents) {}

  @Override
  public Integer call() throws IOException, SQLException {
    String name = file.getFileName().toString();
    long torrents;
    if (name.endsWith(".parquet")) {
      // DuckDB, which the census brings along anyway, writes better Parquet than we ever would.
      Path csv = Files.createTempFile("orb-export", ".csv");
      try {
        torrents = write(csv, false);
        toParquet(csv);
      } finally {
        Files.deleteIfExists(csv);
      }
    } else if (name.endsWith(".csv") || name.endsWith(".jsonl")) {
      torrents = write(file, name.endsWith(".jsonl"));
    } else {
      throw new IllegalArgumentException(
          "cannot tell a format from " + name + ": name it .jsonl, .csv or .parquet");
    }
    output.print(new Report(file.toString(), torrents));
    return 0;
  }

  private long write(Path target, boolean json) throws IOException {
    long count = 0;
    try (TorrentStore store = options.open();
        BufferedWriter writer = Files.newBufferedWriter(target)) {
      if (!json) {
        writer.write(CsvLine.HEADER + "\n");
      }
      List<Listing> batch = store.after(0, BATCH);
      while (!batch.isEmpty()) {
        for (Listing listing : batch) {
          writer.write((json ? TorrentLine.write(listing) : CsvLine.write(listing)) + "\n");
        }
        count += batch.size();
        batch = store.after(batch.getLast().id(), BATCH);
      }
    }
    return count;
  }

  private void toParquet(Path csv) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT * FROM read_csv('"
              + quoted(csv)
              + "', header = true, quote = '\"', escape = '\"')) TO '"
              + quoted(file)
              + "' (FORMAT parquet, COMPRESSION zstd)");
    }
  }

  private static String quoted(Path path) {
    return path.toAbsolutePath().toString().replace("'", "''");
  }
}
