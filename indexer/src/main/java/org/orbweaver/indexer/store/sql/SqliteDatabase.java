package org.orbweaver.indexer.store.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.store.StoreException;
import org.sqlite.SQLiteConfig;

/**
 * One SQLite file with one writer and a few readers, which in WAL mode do not wait for each other.
 *
 * <p>The work runs on platform threads of its own: a native call would pin the carrier of a virtual
 * thread, and two slow queries would then hold up every metadata download on a machine of two
 * cores.
 *
 * <p>{@code synchronous=NORMAL}: a commit survives the death of the process; when the power fails
 * the last seconds may be missing, but the file is whole, and what is missing is fetched again.
 */
final class SqliteDatabase implements Database {
  private static final int READERS = 4;
  private static final int CACHE_KIB = 64 * 1024;
  private static final int BUSY_MILLIS = 30_000;

  private final ExecutorService writing =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("store-write").factory());
  private final ExecutorService reading =
      Executors.newFixedThreadPool(
          READERS, Thread.ofPlatform().daemon().name("store-read-", 0).factory());
  private final Connection writer;

  /** Those not in use. Each reading thread opens one when it needs one: a search needs no four. */
  private final BlockingQueue<Connection> readers = new ArrayBlockingQueue<>(READERS);

  private final String url;
  private final Dialect dialect;

  SqliteDatabase(Path file) {
    url = "jdbc:sqlite:" + file;
    try {
      if (!Files.exists(file) || Files.size(file) == 0) {
        prepare(url);
      }
      writer = configuration(false).createConnection(url);
    } catch (SQLException | IOException e) {
      throw new StoreException("cannot open the SQLite store " + file + ": " + e.getMessage(), e);
    }
    dialect = new SqliteDialect();
  }

  /** Freed pages can go back to the file system, if that is said before the file has any page. */
  private static void prepare(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
      statement.execute("PRAGMA auto_vacuum = INCREMENTAL");
      statement.execute("PRAGMA journal_mode = WAL");
    }
  }

  private static SQLiteConfig configuration(boolean reader) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setCacheSize(-CACHE_KIB / (reader ? READERS : 1));
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    config.setPragma(SQLiteConfig.Pragma.MMAP_SIZE, Long.toString(1L << 30));
    return config;
  }

  @Override
  public <T extends @Nullable Object> T write(Work<T> work) {
    return on(writing, () -> inTransaction(writer, work));
  }

  @Override
  public <T extends @Nullable Object> T read(Work<T> work) {
    return on(
        reading,
        () -> {
          Connection idle = readers.poll();
          Connection connection = idle == null ? configuration(true).createConnection(url) : idle;
          try {
            return work.with(connection);
          } finally {
            readers.put(connection);
          }
        });
  }

  /**
   * By hand: the driver's own commit begins the next transaction at once, and that would keep every
   * other program from the file, be it only a search.
   */
  private static <T extends @Nullable Object> T inTransaction(Connection connection, Work<T> work)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      boolean done = false;
      try {
        T result = work.with(connection);
        statement.execute("COMMIT");
        done = true;
        return result;
      } finally {
        if (!done) {
          statement.execute("ROLLBACK");
        }
      }
    }
  }

  private static <T extends @Nullable Object> T on(ExecutorService threads, Callable<T> work) {
    try {
      return threads.submit(work).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException own
          ? own
          : new StoreException("the SQLite store failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for the store", e);
    }
  }

  @Override
  public Dialect dialect() {
    return dialect;
  }

  @Override
  public void close() {
    stop(writing);
    stop(reading);
    List<Connection> all = new ArrayList<>(readers);
    all.add(writer);
    for (Connection connection : all) {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new StoreException("cannot close the SQLite store: " + e.getMessage(), e);
      }
    }
  }

  private static void stop(ExecutorService threads) {
    threads.shutdown();
    try {
      threads.awaitTermination(BUSY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
