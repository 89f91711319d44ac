package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Connections to one engine, handed out for one piece of work at a time. A write is one
 * transaction: all of it happens or nothing.
 */
interface Database extends AutoCloseable {
  /** What is done with a connection; may run again from the start if the engine gave way. */
  @FunctionalInterface
  interface Work<T extends @Nullable Object> {
    T with(Connection connection) throws SQLException;
  }

  <T extends @Nullable Object> T write(Work<T> work);

  <T extends @Nullable Object> T read(Work<T> work);

  Dialect dialect();

  @Override
  void close();
}
