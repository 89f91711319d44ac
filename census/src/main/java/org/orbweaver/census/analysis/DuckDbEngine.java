package org.orbweaver.census.analysis;

import java.sql.Blob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.duckdb.DuckDb;

/**
 * The engine that is built in. It sees the snapshots and nothing else of the machine: other files,
 * the network and extensions are shut off before the first query, for good.
 */
public final class DuckDbEngine implements AnalysisEngine {
  private final Connection connection;
  private final ReadOnlyQuery readOnly;

  public DuckDbEngine(AnalysisTables tables) {
    try {
      connection = DuckDb.open(tables.scratch().path());
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET preserve_insertion_order = true");
        statement.execute("CREATE VIEW nodes AS " + AnalysisTables.nodes(tables.snapshots()));
        statement.execute(table("snapshots", DuckDb.quoted(tables.snapshotTable())));
        statement.execute(table("places", DuckDb.quoted(tables.placeTable())));
        shutOff(tables, statement);
      }
      readOnly = new ReadOnlyQuery(connection);
    } catch (SQLException e) {
      throw new AnalysisException("cannot open the snapshots: " + DuckDb.reason(e), e);
    }
  }

  private static String table(String name, String file) {
    return "CREATE TABLE " + name + " AS SELECT * FROM read_parquet(" + file + ")";
  }

  private static void shutOff(AnalysisTables tables, Statement statement) throws SQLException {
    String files =
        Stream.concat(
                tables.snapshots().stream().map(each -> DuckDb.quoted(each.parquet())),
                Stream.of(DuckDb.quoted(tables.scratch().path())))
            .collect(Collectors.joining(", "));
    statement.execute("SET allowed_paths = [" + files + "]");
    statement.execute("SET allowed_directories = [" + scratch(tables) + "]");
    statement.execute("SET enable_external_access = false");
    statement.execute("SET lock_configuration = true");
  }

  private static String scratch(AnalysisTables tables) {
    return DuckDb.quoted(tables.scratch().path());
  }

  @Override
  public void query(String sql, RowSink sink) {
    try {
      readOnly.require(sql);
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        hand(rows, sink);
      }
    } catch (SQLException e) {
      throw new AnalysisException(SqlProblem.sentence(e), e);
    }
  }

  private static void hand(ResultSet rows, RowSink sink) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      names.add(columns.getColumnLabel(i));
    }
    sink.columns(names);
    boolean wanted = true;
    while (wanted && rows.next()) {
      List<@Nullable Object> values = new ArrayList<>(names.size());
      for (int i = 1; i <= names.size(); i++) {
        values.add(plain(rows.getObject(i)));
      }
      wanted = sink.row(values);
    }
  }

  private static @Nullable Object plain(@Nullable Object value) throws SQLException {
    return PlainValue.of(
        value instanceof Blob blob ? blob.getBytes(1, (int) blob.length()) : value);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new AnalysisException("cannot close DuckDB: " + DuckDb.reason(e), e);
    }
  }
}
