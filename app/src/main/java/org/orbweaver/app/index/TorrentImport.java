package org.orbweaver.app.index;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.orbweaver.indexer.exchange.BitmagnetDump;
import org.orbweaver.indexer.exchange.CsvTable;
import org.orbweaver.indexer.exchange.ImportedTorrent;
import org.orbweaver.indexer.exchange.TextFile;
import org.orbweaver.indexer.exchange.TorrentLine;
import org.orbweaver.indexer.store.TorrentStore;

/** Takes a file of torrents into an index, whichever of four formats it has. */
public final class TorrentImport {
  private static final int WORTH_OPTIMIZING = 100_000;

  private final Path file;
  private final TorrentStore store;
  private final Consumer<String> log;
  private long unreadable;

  /**
   * What came of it.
   *
   * @param read torrents in the file
   * @param added those that were not in the index before
   * @param unreadable lines that were skipped; the first one's problem is logged
   */
  public record Outcome(long read, long added, long unreadable, long leftOutAsPrivate) {}

  public TorrentImport(Path file, TorrentStore store, Consumer<String> log) {
    this.file = file;
    this.store = store;
    this.log = log;
  }

  public Outcome run() throws IOException {
    long secret = 0;
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
      log.accept("all is in; now putting the search index in order");
      store.optimize();
    }
    return new Outcome(intake.taken(), intake.added(), unreadable, secret);
  }

  private void lines(Path path, TorrentIntake intake) throws IOException {
    try (BufferedReader reader = TextFile.open(path)) {
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
    try (BufferedReader reader = TextFile.open(file)) {
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
      log.accept("line " + number + " is skipped: " + problem.getMessage());
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
    try (BufferedReader reader = TextFile.open(file)) {
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
