package org.orbweaver.census.analysis;

/** Answers SQL over the tables {@code nodes}, {@code snapshots} and {@code places}. */
public interface AnalysisEngine extends AutoCloseable {
  /**
   * @param sql one query; whatever would change something is refused
   * @throws AnalysisException with a sentence for the user
   */
  void query(String sql, RowSink sink);

  default Table run(Analysis analysis) {
    Table.Builder table = new Table.Builder();
    query(analysis.sql(), table);
    return table.build();
  }

  @Override
  void close();
}
