package org.orbweaver.indexer.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite; {@code interop} holds PostgreSQL to it. */
class SqliteStoreTest extends StoreContract {
  @TempDir private Path folder;

  @Override
  protected String freshAddress() {
    return folder.resolve("torrents.db").toString();
  }
}
