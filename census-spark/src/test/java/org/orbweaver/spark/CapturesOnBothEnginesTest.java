package org.orbweaver.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbweaver.archive.table.CaptureAnalysis;
import org.orbweaver.archive.table.CaptureTable;
import org.orbweaver.census.analysis.AnalysisEngine;
import org.orbweaver.census.analysis.RowSink;

/** Every question to an archive's captures has the same answer on DuckDB and on Spark. */
class CapturesOnBothEnginesTest {
  @TempDir private static Path folder;
  private static Path parquet;
  private static AnalysisEngine spark;

  @BeforeAll
  static void twoThousandCaptures() throws SQLException {
    parquet = folder.resolve("captures.parquet");
    try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = database.createStatement()) {
      statement.execute(
          "COPY (SELECT 'org,example' || (i % 300) % 7 || ')/page' || i % 300 AS url_surtkey,"
              + " 'www.example' || (i % 300) % 7 || '.org' AS url_host_name,"
              + " TIMESTAMP '2024-01-01' + INTERVAL (i * 7) HOUR AS fetch_time,"
              + " CAST(CASE WHEN i % 300 < 20 AND i > 1500 THEN 404 WHEN i % 97 = 0 THEN 503"
              + " ELSE 200 END AS SMALLINT) AS fetch_status,"
              + " 'D' || (i % 300) % 250 || '-' || (i // 900) AS content_digest,"
              + " CASE WHEN i % 5 = 0 THEN 'image/png' ELSE 'text/html' END"
              + " AS content_mime_detected,"
              + " CASE WHEN i % 5 = 0 THEN '' WHEN i % 3 = 0 THEN 'de' ELSE 'en' END"
              + " AS content_languages,"
              + " CAST(i * 13 + 1 AS BIGINT) AS warc_record_length"
              + " FROM range(2000) r(i)) TO '"
              + parquet
              + "' (FORMAT parquet)");
    }
    spark = new SparkProvider().open(Map.of("captures", parquet), "local[2]");
  }

  @AfterAll
  static void close() {
    spark.close();
  }

  @ParameterizedTest
  @EnumSource(CaptureAnalysis.class)
  void theSame(CaptureAnalysis analysis) throws IOException {
    List<List<String>> here = new ArrayList<>();
    CaptureTable.ask(parquet, analysis.sql()).forEach(row -> here.add(texts(row.values())));
    List<List<String>> there = new ArrayList<>();
    spark.query(
        analysis.sql(),
        new RowSink() {
          @Override
          public void columns(List<String> names) {}

          @Override
          public boolean row(List<@Nullable Object> values) {
            return there.add(texts(values));
          }
        });
    assertThat(here).isNotEmpty();
    assertThat(there).isEqualTo(here);
  }

  private static List<String> texts(Collection<? extends @Nullable Object> values) {
    return values.stream().map(String::valueOf).toList();
  }
}
