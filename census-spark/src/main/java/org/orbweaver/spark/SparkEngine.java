package org.orbweaver.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.analysis.AnalysisEngine;
import org.orbweaver.census.analysis.AnalysisException;
import org.orbweaver.census.analysis.AnalysisTables;
import org.orbweaver.census.analysis.PlainValue;
import org.orbweaver.census.analysis.RowSink;
import org.orbweaver.census.snapshot.Snapshot;

/**
 * Runs queries on Spark. Engines of one process share its Spark, which takes seconds to start, and
 * differ in their views; it ends with the process.
 */
final class SparkEngine implements AnalysisEngine {
  private static final String ENDING = ".parquet";

  private final SparkSession session;
  private final List<String> views = new ArrayList<>();

  SparkEngine(AnalysisTables tables, String master) {
    try {
      session = start(master).newSession();
      String[] files =
          tables.snapshots().stream()
              .map(Snapshot::parquet)
              .map(SparkEngine::location)
              .toArray(String[]::new);
      session
          .read()
          .parquet(files)
          .selectExpr(
              "substring(_metadata.file_name, 1, length(_metadata.file_name) - "
                  + ENDING.length()
                  + ") AS snapshot",
              "*")
          .createOrReplaceTempView("nodes");
      views.add("nodes");
      view("snapshots", tables.snapshotTable());
      view("places", tables.placeTable());
    } catch (RuntimeException e) {
      throw new AnalysisException(
          "Spark at " + master + " cannot open the snapshots: " + SparkProblem.reason(e), e);
    }
  }

  SparkEngine(Map<String, Path> tables, String master) {
    try {
      session = start(master).newSession();
      tables.forEach(this::view);
    } catch (RuntimeException e) {
      throw new AnalysisException(
          "Spark at " + master + " cannot open the tables: " + SparkProblem.reason(e), e);
    }
  }

  private static SparkSession start(String master) {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master(master)
            .appName("orb")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC");
    if (master.startsWith("local")) {
      // Two threads gain nothing from the 200 partitions meant for a cluster.
      builder =
          builder
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.driver.host", "127.0.0.1");
    }
    SparkSession started = builder.getOrCreate();
    started.sparkContext().setLogLevel("ERROR");
    return started;
  }

  private void view(String name, Path file) {
    session.read().parquet(location(file)).createOrReplaceTempView(name);
    views.add(name);
  }

  /** Spark resolves bare paths against the cluster's file system. */
  private static String location(Path file) {
    return file.toAbsolutePath().toUri().toString();
  }

  @Override
  public void query(String sql, RowSink sink) {
    try {
      requireReadOnly(sql);
      Dataset<Row> answer = session.sql(sql);
      sink.columns(List.of(answer.columns()));
      Iterator<Row> rows = answer.toLocalIterator();
      boolean wanted = true;
      while (wanted && rows.hasNext()) {
        wanted = sink.row(values(rows.next()));
      }
    } catch (AnalysisException e) {
      throw e;
      // Spark's Scala code throws checked exceptions that it does not declare.
    } catch (Exception e) {
      throw new AnalysisException(
          "the query cannot be answered by Spark: " + SparkProblem.reason(e), e);
    }
  }

  private static void requireReadOnly(String sql) throws Exception {
    LogicalPlan plan = new CatalystSqlParser().parsePlan(sql);
    if (plan instanceof Command) {
      throw new AnalysisException(
          "snapshots can be asked, not changed: only one SELECT is allowed", null);
    }
  }

  private static List<@Nullable Object> values(Row row) {
    List<@Nullable Object> values = new ArrayList<>(row.size());
    for (int i = 0; i < row.size(); i++) {
      values.add(PlainValue.of(row.get(i)));
    }
    return values;
  }

  @Override
  public void close() {
    for (String view : views) {
      session.catalog().dropTempView(view);
    }
  }
}
