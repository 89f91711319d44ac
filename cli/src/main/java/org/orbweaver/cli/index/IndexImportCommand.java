package org.orbweaver.cli.index;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.zip.GZIPInputStream;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.indexer.exchange.BitmagnetDump;
import org.orbweaver.indexer.exchange.CsvTable;
import org.orbweaver.indexer.exchange.ImportedTorrent;
import org.orbweaver.indexer.exchange.TorrentLine;
import org.orbweaver.indexer.store.TorrentStore;
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
  /** So many new ones are worth the time to put the search index into its quickest form. */
  private static final long WORTH_OPTIMIZING = 100_000;

  @Mixin private Output output;
  @Mixin private StoreOptions options;
  @Mixin private KeepingOptions keeping;

  @Parameters(paramLabel = "FILE", description = "What to take in.")
  private Path file;

  private long unreadable;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexImportCommand() {}

  /**
   * What became of the file's torrents.
   *
   * @param read torrents in the file
   * @param added those that were not in the index before
   * @param unreadable lines that were skipped; the first one's problem is told on stderr
   */
  record Report(long read, long added, long unreadable, long leftOutAsPrivate) {}

  @Override
  public Integer call() throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("there is no file " + file + " to import");
    }
    long secret = 0;
    try (TorrentStore store = options.open(options.classifier(), keeping)) {
      TorrentIntake intake = new TorrentIntake(store);
      try (intake) {
        String name = file.getFileName().toString().replaceFirst("\\.gz$", "");
        switch (name.substring(name.lastIndexOf('.') + 1)) {
          case "jsonl", "ndjson", "json" -> lines(file, intake);
          case "csv" -> table(intake);
          case "parquet" -> parquet(intake);
          case "sql" -> secret = dump(intake);
          default ->
              throw new IOException(
                  "cannot tell what %s is: its name must end in .jsonl, .csv, .parquet or .sql"
                      .formatted(file));
        }
      }
      if (intake.added() >= WORTH_OPTIMIZING) {
        output.err().println("orb: all is in; now putting the search index in order");
        store.optimize();
      }
      output.print(new Report(intake.taken(), intake.added(), unreadable, secret));
    }
    return 0;
  }

  private static BufferedReader open(Path path) throws IOException {
    InputStream stream = Files.newInputStream(path);
    return new BufferedReader(
        new InputStreamReader(
            path.toString().endsWith(".gz") ? new GZIPInputStream(stream, 1 << 16) : stream,
            StandardCharsets.UTF_8));
  }

  private void lines(Path path, TorrentIntake intake) throws IOException {
    try (BufferedReader reader = open(path)) {
      long number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (!line.isBlank()) {
          try {
            intake.accept(TorrentLine.read(line));
          } catch (IllegalArgumentException e) {
            skipped(number, e);
          }
        }
      }
    }
  }

  private void table(TorrentIntake intake) throws IOException {
    try (BufferedReader reader = open(file)) {
      CsvTable table = new CsvTable(reader);
      for (long number = 2; ; number++) {
        try {
          ImportedTorrent next = table.next();
          if (next == null) {
            return;
          }
          intake.accept(next);
        } catch (IllegalArgumentException e) {
          skipped(number, e);
        }
      }
    }
  }

  private void skipped(long number, IllegalArgumentException problem) {
    if (unreadable++ == 0) {
      output.err().println("orb: line " + number + " is skipped: " + problem.getMessage());
    }
  }

  private void parquet(TorrentIntake intake) throws IOException {
    Path lines = Files.createTempFile(folder(), "orb-import", ".jsonl");
    try {
      ParquetFile.read(file, lines);
      lines(lines, intake);
    } finally {
      Files.deleteIfExists(lines);
    }
  }

  private long dump(TorrentIntake intake) throws IOException {
    try (BufferedReader reader = open(file)) {
      return BitmagnetDump.read(reader, folder(), intake);
    }
  }

  /** Beside the file there is room for its like; a temporary folder may be in memory. */
  private Path folder() {
    Path folder = file.toAbsolutePath().getParent();
    return folder != null && Files.isWritable(folder)
        ? folder
        : Path.of(System.getProperty("java.io.tmpdir"));
  }
}
