package org.orbweaver.interop;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.orbweaver.indexer.store.sql.StoreContract;
import org.orbweaver.lab.search.ThrowawayPostgres;

/** The store's contract on a real PostgreSQL. */
@RealComponent(Component.POSTGRESQL)
class PostgresStoreTest extends StoreContract {
  private static @Nullable ThrowawayPostgres postgres;
  private static int databases;

  @BeforeAll
  static void start() {
    postgres = new ThrowawayPostgres();
  }

  @AfterAll
  static void stop() {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Override
  protected String freshAddress() {
    if (postgres == null) {
      throw new IllegalStateException("PostgreSQL was not started");
    }
    return postgres.database("store" + databases++);
  }
}
