package org.orbweaver.census.analysis;

import java.sql.SQLException;
import org.orbweaver.census.duckdb.DuckDb;

/** What is wrong with a query, in one sentence, with the help that its author needs. */
final class SqlProblem {
  private static final String TABLES =
      "; the tables are nodes, snapshots and places ('describe nodes' lists columns)";

  private SqlProblem() {}

  static String sentence(SQLException problem) {
    return sentence(DuckDb.reason(problem));
  }

  static String sentence(String reason) {
    if (reason.contains("Only SELECT statements")) {
      return "snapshots can be asked, not changed: only one SELECT is allowed";
    }
    String line = reason.lines().findFirst().orElse(reason);
    String help = line.contains("does not exist") || line.contains("not found") ? TABLES : "";
    return "the query cannot be answered: " + line.replaceFirst("[.!]$", "") + help;
  }
}
