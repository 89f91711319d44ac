package org.orbweaver.indexer.store.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Brings a database to the newest schema: numbered SQL files, each applied once, in order, all in
 * one transaction. Files with an engine in their name are for that engine alone.
 *
 * <p>By hand and not with Flyway, which would be several jars for what these few lines do; nobody
 * runs Orbweaver's migrations in any other way.
 */
final class Migrations {
  /** The order is the version. Released files never change; corrections are new files. */
  private static final List<String> FILES =
      List.of("001_ledger_and_catalog", "002_words", "003_hearsay", "004_past_counts_and_titles");

  private Migrations() {}

  static void apply(Database database) {
    database.write(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            database.dialect().lockSchema(statement);
            statement.execute(
                "CREATE TABLE IF NOT EXISTS migration (version integer PRIMARY KEY, name text NOT"
                    + " NULL)");
            int version = version(statement);
            if (version > FILES.size()) {
              throw new IllegalStateException(
                  "this store was written by a newer Orbweaver (schema "
                      + version
                      + ", this program knows "
                      + FILES.size()
                      + "): update the program");
            }
            for (int next = version; next < FILES.size(); next++) {
              run(connection, database.dialect(), FILES.get(next));
              statement.execute(
                  "INSERT INTO migration VALUES (" + (next + 1) + ", '" + FILES.get(next) + "')");
            }
          }
          return null;
        });
  }

  private static int version(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT max(version) FROM migration")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void run(Connection connection, Dialect dialect, String name) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String command : text(name, dialect).split(";\\s*\\n")) {
        if (!command.isBlank()) {
          statement.execute(
              command
                  .replace("${bytes}", dialect.bytesType())
                  .replace("${id}", dialect.idType())
                  .replace("${by_key}", dialect.byKeyClause()));
        }
      }
    }
  }

  private static String text(String name, Dialect dialect) {
    String own = "migrations/" + name + "." + dialect.name() + ".sql";
    String common = "migrations/" + name + ".sql";
    try (InputStream specific = Migrations.class.getResourceAsStream(own);
        InputStream shared = Migrations.class.getResourceAsStream(common)) {
      InputStream chosen = specific != null ? specific : shared;
      if (chosen == null) {
        throw new IllegalStateException("the program lacks its migration " + name);
      }
      // Comments go first: a semicolon within one would end a command.
      return new String(chosen.readAllBytes(), StandardCharsets.UTF_8)
          .replaceAll("(?m)^--.*\\n", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
