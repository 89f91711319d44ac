package org.orbweaver.indexer.store.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.store.StoreException;

/**
 * A PostgreSQL database that several indexers share. Isolation is READ COMMITTED: every statement
 * either skips locked rows or takes its rows in key order, so deadlocks do not arise; should the
 * engine still report one, the work is repeated and {@link #gaveWay} counts it.
 */
final class PostgresDatabase implements Database {
  private static final int CONNECTIONS = 8;
  private static final int ATTEMPTS = 5;

  /** Serialization failure and deadlock detected. */
  private static final Set<String> WORTH_REPEATING = Set.of("40001", "40P01");

  private final HikariDataSource pool;
  private final Dialect dialect = new PostgresDialect();
  private final AtomicLong repeated = new AtomicLong();

  PostgresDatabase(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(1);
    config.setAutoCommit(false);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    // Just-in-time compilation costs more than our short queries; a lossy bitmap would make the
    // engine read every matching row's words again.
    config.addDataSourceProperty("options", "-c jit=off -c work_mem=32MB");
    config.addDataSourceProperty("ApplicationName", "orbweaver");
    try {
      pool = new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw new StoreException(
          "cannot reach the PostgreSQL store " + url.replaceAll("\\?.*", "") + ": " + cause(e), e);
    }
  }

  private static String cause(Throwable e) {
    return e.getCause() == null ? String.valueOf(e.getMessage()) : cause(e.getCause());
  }

  /** How often a transaction had to be repeated. Zero, if the order of locks is right. */
  long gaveWay() {
    return repeated.get();
  }

  @Override
  public <T extends @Nullable Object> T write(Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try (Connection connection = pool.getConnection()) {
        return inTransaction(connection, work);
      } catch (SQLException e) {
        if (attempt == ATTEMPTS || !WORTH_REPEATING.contains(e.getSQLState())) {
          throw failure(e);
        }
        repeated.incrementAndGet();
      }
    }
  }

  @Override
  public <T extends @Nullable Object> T read(Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return inTransaction(connection, work);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private static <T extends @Nullable Object> T inTransaction(Connection connection, Work<T> work)
      throws SQLException {
    boolean done = false;
    try {
      T result = work.with(connection);
      connection.commit();
      done = true;
      return result;
    } finally {
      if (!done) {
        connection.rollback();
      }
    }
  }

  private static StoreException failure(SQLException e) {
    return new StoreException("the PostgreSQL store failed: " + e.getMessage(), e);
  }

  @Override
  public Dialect dialect() {
    return dialect;
  }

  @Override
  public void close() {
    pool.close();
  }
}
