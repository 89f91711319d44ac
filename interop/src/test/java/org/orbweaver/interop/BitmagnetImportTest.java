package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.indexer.exchange.BitmagnetDump;
import org.orbweaver.indexer.exchange.ImportedTorrent;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.lab.search.ThrowawayPostgres;

/**
 * bitmagnet's backup as its guide tells its users to make it, by a real pg_dump, from tables with
 * the columns that bitmagnet's have.
 */
@RealComponent(Component.POSTGRESQL)
class BitmagnetImportTest {
  private static final String ONE = "11".repeat(20);
  private static final String TWO = "22".repeat(20);

  @TempDir private Path folder;

  @Test
  void backupIsReadWithFilesAndSwarms() throws Exception {
    try (ThrowawayPostgres postgres = new ThrowawayPostgres()) {
      String address = postgres.database("bitmagnet");
      fill(address);
      for (List<String> form :
          List.of(
              List.of("--column-inserts", "--on-conflict-do-nothing", "--rows-per-insert=1000"),
              List.<String>of())) {
        assertThat(read(dump(address, form))).as("pg_dump %s", form).hasSize(2);
      }
    }
  }

  private static void fill(String address) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE torrents (info_hash bytea PRIMARY KEY, name text NOT NULL,"
              + " size bigint NOT NULL, private boolean NOT NULL,"
              + " created_at timestamptz NOT NULL DEFAULT now())");
      statement.execute(
          "CREATE TABLE torrent_files (info_hash bytea NOT NULL REFERENCES torrents,"
              + " index integer NOT NULL, path text NOT NULL, extension text GENERATED ALWAYS AS"
              + " (lower(path)) STORED, size bigint NOT NULL, PRIMARY KEY (info_hash, path))");
      statement.execute(
          "CREATE TABLE torrents_torrent_sources (source text NOT NULL, info_hash bytea NOT NULL"
              + " REFERENCES torrents, seeders integer, leechers integer,"
              + " PRIMARY KEY (source, info_hash))");
      statement.execute(
          "INSERT INTO torrents VALUES (decode('%s', 'hex'), E'It''s \\\\ one\\n三体', 30, false),"
                  .formatted(ONE)
              + " (decode('%s', 'hex'), 'Two', 5, false),".formatted(TWO)
              + " (decode('%s', 'hex'), 'Secret', 5, true)".formatted("33".repeat(20)));
      statement.execute(
          "INSERT INTO torrent_files (info_hash, index, path, size) VALUES"
              + " (decode('%s', 'hex'), 1, 'b.mkv', 20), (decode('%s', 'hex'), 0, 'a, ''b''.srt', 10)"
                  .formatted(ONE, ONE));
      statement.execute(
          "INSERT INTO torrents_torrent_sources VALUES ('dht', decode('%s', 'hex'), 12, 3)"
              .formatted(ONE));
    }
  }

  private Path dump(String address, List<String> form) throws IOException, InterruptedException {
    Path file = folder.resolve("backup.sql");
    List<String> command =
        new ArrayList<>(
            List.of("pg_dump", "--data-only", "--table=torrents", "--table=torrent_files"));
    command.add("--table=torrents_torrent_sources");
    command.addAll(form);
    command.add("--dbname=" + address.replace("jdbc:", ""));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(file.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
    return file;
  }

  private List<ImportedTorrent> read(Path file) throws IOException {
    List<ImportedTorrent> torrents = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      assertThat(BitmagnetDump.read(reader, folder, torrents::add)).isOne();
    }
    assertThat(torrents.getFirst().entry().name()).isEqualTo("It's \\ one\n三体");
    assertThat(torrents.getFirst().entry().files())
        .containsExactly(new ListedFile("a, 'b'.srt", 10), new ListedFile("b.mkv", 20));
    assertThat(torrents.getFirst().seeders()).isEqualTo(12);
    assertThat(torrents.getLast().seeders()).isEqualTo(-1);
    return torrents;
  }
}
