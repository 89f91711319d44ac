package org.orbweaver.indexer.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite; {@code interop} holds PostgreSQL to it. */
class SqliteStoreTest extends StoreContract {
  @TempDir private Path folder;

  @Override
  protected String freshAddress() {
    return folder.resolve("torrents.db").toString();
  }

  /** At five million settled hashes, a claim took a tenth of a second when it did not. */
  @Test
  void claimsReadOnlyWhatIsReady() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + freshAddress());
        Statement statement = connection.createStatement();
        ResultSet plan =
            statement.executeQuery("EXPLAIN QUERY PLAN " + Ledger.ready(WorkState.LOOKUP))) {
      assertThat(plan.getString("detail")).contains("INDEX hash_ready");
    }
  }
}
