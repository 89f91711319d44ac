package org.orbweaver.census.snapshot;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The columns of a snapshot's Parquet file, in order. docs/snapshots.md says what each means.
 *
 * <p>All types are among those that DuckDB and Spark read alike: no unsigned numbers, no timestamps
 * (Spark shifts them into the session's time zone), and an address twice, as text for people and
 * grouping, and as 16 bytes for ranges, which text cannot be compared by.
 */
public final class SnapshotSchema {
  /** The snapshot layout that this program writes; {@link SnapshotInfo#format} says it. */
  public static final int FORMAT = 1;

  record Column(String name, String type) {}

  static final List<Column> COLUMNS =
      List.of(
          new Column("id", "BLOB"),
          new Column("address", "VARCHAR"),
          new Column("ip", "BLOB"),
          new Column("port", "INTEGER"),
          new Column("first_seen", "BIGINT"),
          new Column("last_seen", "BIGINT"),
          new Column("answered", "BOOLEAN"),
          new Column("rtt", "INTEGER"),
          new Column("version", "VARCHAR"),
          new Column("bep42", "BOOLEAN"),
          new Column("reachable", "BOOLEAN"),
          new Column("sources", "INTEGER"),
          new Column("asked", "INTEGER"),
          new Column("error", "VARCHAR"));

  private SnapshotSchema() {}

  static String createTable() {
    return COLUMNS.stream()
        .map(column -> column.name() + " " + column.type())
        .collect(Collectors.joining(", ", "CREATE TABLE nodes (", ")"));
  }

  /** The columns' names, for a query that must not depend on their order in the file. */
  public static String names() {
    return COLUMNS.stream().map(Column::name).collect(Collectors.joining(", "));
  }
}
