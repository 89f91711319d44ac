package org.orbweaver.indexer.exchange;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.store.Entry;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.kademlia.Key;

/**
 * bitmagnet's export: the {@code pg_dump} of its guide, or any other plain one that holds the
 * tables torrents, torrent_files and torrents_torrent_sources.
 *
 * <p>The tables come one after the other and may be larger than the memory, so they are put on disk
 * first, and then read beside each other in the order of the hashes.
 */
public final class BitmagnetDump {
  private static final int PER_TRANSACTION = 100_000;

  private BitmagnetDump() {}

  /**
   * Hands over every torrent that is not private.
   *
   * @param scratch a folder with room for as much as the dump takes
   * @return how many were private
   */
  public static long read(BufferedReader dump, Path scratch, Consumer<ImportedTorrent> torrents)
      throws IOException {
    Path file = Files.createTempFile(scratch, "bitmagnet", ".db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = OFF");
      statement.execute("PRAGMA synchronous = OFF");
      statement.execute("CREATE TABLE torrents (hash, name, size, private)");
      statement.execute("CREATE TABLE files (hash, number, path, size)");
      statement.execute("CREATE TABLE swarms (hash, seeders, leechers)");
      connection.setAutoCommit(false);
      try (Staging staging = new Staging(connection)) {
        PostgresDump.read(dump, staging);
      }
      connection.commit();
      return join(statement.getConnection(), torrents);
    } catch (SQLException e) {
      throw new IOException("the dump could not be put in order: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static final class Staging implements PostgresDump.Rows, AutoCloseable {
    private final Connection connection;
    private final Table torrents;
    private final Table files;
    private final Table swarms;
    private long rows;

    Staging(Connection connection) throws SQLException {
      this.connection = connection;
      torrents = new Table(connection, "torrents", "info_hash", "name", "size", "private");
      files = new Table(connection, "files", "info_hash", "index", "path", "size");
      swarms = new Table(connection, "swarms", "info_hash", "seeders", "leechers");
    }

    @Override
    public void row(String table, List<String> columns, List<@Nullable String> values)
        throws IOException {
      try {
        switch (table) {
          case "torrents" -> torrents.add(columns, values);
          case "torrent_files" -> files.add(columns, values);
          case "torrents_torrent_sources" -> swarms.add(columns, values);
          default -> {
            return;
          }
        }
        if (++rows % PER_TRANSACTION == 0) {
          connection.commit();
        }
      } catch (SQLException e) {
        throw new IOException("the dump could not be put in order: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() throws SQLException {
      torrents.close();
      files.close();
      swarms.close();
    }
  }

  /** The columns of a table that we want, in our order. */
  private record Table(PreparedStatement insert, List<String> wanted) implements AutoCloseable {
    Table(Connection connection, String name, String... wanted) throws SQLException {
      this(
          connection.prepareStatement(
              "INSERT INTO " + name + " VALUES (?" + ", ?".repeat(wanted.length - 1) + ")"),
          List.of(wanted));
    }

    void add(List<String> columns, List<@Nullable String> values) throws SQLException {
      for (int i = 0; i < wanted.size(); i++) {
        int column = columns.indexOf(wanted.get(i));
        insert.setString(i + 1, column < 0 ? null : values.get(column));
      }
      insert.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
      insert.close();
    }
  }

  private static long join(Connection connection, Consumer<ImportedTorrent> torrents)
      throws SQLException {
    long secret = 0;
    try (Statement first = connection.createStatement();
        Statement second = connection.createStatement();
        Statement third = connection.createStatement();
        ResultSet torrent =
            first.executeQuery("SELECT hash, name, size, private FROM torrents ORDER BY hash");
        ResultSet file =
            second.executeQuery(
                "SELECT hash, path, size FROM files ORDER BY hash, CAST(number AS INTEGER)");
        ResultSet swarm =
            third.executeQuery(
                "SELECT hash, max(CAST(seeders AS INTEGER)), max(CAST(leechers AS INTEGER))"
                    + " FROM swarms GROUP BY hash ORDER BY hash")) {
      boolean moreFiles = file.next();
      boolean moreSwarms = swarm.next();
      while (torrent.next()) {
        String hash = torrent.getString(1);
        List<ListedFile> files = new ArrayList<>();
        while (moreFiles && file.getString(1).compareTo(hash) <= 0) {
          if (file.getString(1).equals(hash)) {
            files.add(new ListedFile(file.getString(2), Math.max(0, file.getLong(3))));
          }
          moreFiles = file.next();
        }
        while (moreSwarms && swarm.getString(1).compareTo(hash) < 0) {
          moreSwarms = swarm.next();
        }
        boolean counted =
            moreSwarms && swarm.getString(1).equals(hash) && swarm.getObject(2) != null;
        if ("true".equals(torrent.getString(4)) || "t".equals(torrent.getString(4))) {
          secret++;
          continue;
        }
        torrents.accept(
            new ImportedTorrent(
                entry(hash, torrent.getString(2), torrent.getLong(3), files),
                counted ? Math.max(0, swarm.getInt(2)) : -1,
                counted ? Math.max(0, swarm.getInt(3)) : 0));
      }
    }
    return secret;
  }

  private static Entry entry(String hash, String name, long size, List<ListedFile> files) {
    long bytes = Math.max(0, size);
    return new Entry(
        Key.parse(hash.replaceFirst("^\\\\x", "")),
        Optional.empty(),
        name,
        bytes,
        files.isEmpty() ? List.of(new ListedFile(name, bytes)) : files,
        Optional.empty());
  }
}
