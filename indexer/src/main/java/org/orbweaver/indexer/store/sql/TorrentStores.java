package org.orbweaver.indexer.store.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;

/** Opens stores by their address. */
public final class TorrentStores {
  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRESQL = "jdbc:postgresql:";

  private TorrentStores() {}

  /**
   * @param where a file's path (or {@code jdbc:sqlite:path}) for SQLite, {@code
   *     jdbc:postgresql://host/database?user=…} for PostgreSQL
   */
  public static TorrentStore open(String where, Classifier classifier, StoreSettings settings) {
    return new SqlStore(database(where), classifier, settings);
  }

  static Database database(String where) {
    if (where.startsWith(POSTGRESQL)) {
      return new PostgresDatabase(where);
    }
    if (where.startsWith("jdbc:") && !where.startsWith(SQLITE)) {
      throw new IllegalArgumentException(
          "a store is a file or a jdbc:postgresql: address, not " + where);
    }
    Path file =
        Path.of(where.startsWith(SQLITE) ? where.substring(SQLITE.length()) : where)
            .toAbsolutePath();
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the folder of the store " + file, e);
    }
    return new SqliteDatabase(file);
  }
}
