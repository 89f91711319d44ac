package org.orbweaver.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.AnalysisEngine;
import org.orbweaver.census.analysis.AnalysisException;
import org.orbweaver.census.analysis.AnalysisTables;
import org.orbweaver.census.analysis.DuckDbEngine;
import org.orbweaver.census.analysis.EngineProvider;
import org.orbweaver.census.analysis.SnapshotMaker;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.snapshot.ScratchFolder;

/** Every analysis gives the same answer on DuckDB and on Spark, over the same snapshots. */
class BothEnginesTest {
  private static final long SEED = 20261115;

  @TempDir private static Path folder;
  private static AnalysisTables tables;
  private static AnalysisEngine duckDb;
  private static AnalysisEngine spark;

  @BeforeAll
  static void openBoth() throws IOException {
    tables =
        AnalysisTables.prepare(
            new SnapshotMaker(folder).randomNetwork(500, 6, SEED),
            BothEnginesTest::places,
            ScratchFolder.temporary());
    duckDb = new DuckDbEngine(tables);
    EngineProvider provider = ServiceLoader.load(EngineProvider.class).findFirst().orElseThrow();
    assertThat(provider.name()).isEqualTo("spark");
    spark = provider.open(tables, "local[2]");
  }

  @AfterAll
  static void close() {
    spark.close();
    duckDb.close();
    tables.close();
  }

  @ParameterizedTest
  @EnumSource(Analysis.class)
  void bothGiveTheSameAnswer(Analysis analysis) {
    Table expected = duckDb.run(analysis);
    Table actual = spark.run(analysis);

    assertThat(expected.rows()).as("seed " + SEED).isNotEmpty();
    assertThat(actual.columns()).isEqualTo(expected.columns());
    assertThat(actual.rows()).hasSameSizeAs(expected.rows());
    for (int i = 0; i < expected.rows().size(); i++) {
      requireEqual(actual.rows().get(i).values(), expected.rows().get(i).values());
    }
  }

  private static void requireEqual(List<@Nullable Object> actual, List<@Nullable Object> expected) {
    for (int i = 0; i < expected.size(); i++) {
      // The last digits of a sum depend on the order in which it was added up.
      if (expected.get(i) instanceof Double figure && actual.get(i) instanceof Double other) {
        assertThat(other).isCloseTo(figure, within(1e-9 * Math.abs(figure)));
      } else {
        assertThat(actual.get(i)).as("in " + actual).isEqualTo(expected.get(i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop view nodes", "create table x as select 1 as a", "set a = b"})
  void nothingCanBeChanged(String sql) {
    assertThatThrownBy(() -> spark.query(sql, new Rows())).isInstanceOf(AnalysisException.class);
    assertThat(spark.run(Analysis.POPULATION).rows()).hasSize(6);
  }

  @Test
  void aWrongQueryIsOneSentence() {
    assertThatThrownBy(() -> spark.query("select foo from nodes", new Rows()))
        .isInstanceOf(AnalysisException.class)
        .message()
        .contains("foo")
        .doesNotContain("\n", "SQLSTATE");
  }

  private static final class Rows implements org.orbweaver.census.analysis.RowSink {
    @Override
    public void columns(List<String> names) {}

    @Override
    public boolean row(List<@Nullable Object> values) {
      return true;
    }
  }

  private static void places(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO places
          SELECT DISTINCT ip, substring(hex(ip), 31, 1) || 'X', port_sum % 7 + 64500, 'Network ' || port_sum % 7
          FROM (SELECT ip, CAST(sum(port) AS BIGINT) AS port_sum FROM nodes GROUP BY ip)
          """);
    }
  }
}
