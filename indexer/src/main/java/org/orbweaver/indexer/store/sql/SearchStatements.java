package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.orbweaver.indexer.search.SearchQuery;

/** How one engine answers one question to one of its word indexes. */
interface SearchStatements {
  /**
   * @param total how many there would be without a limit; 0 if that would have cost extra
   */
  record Found(List<Long> ids, long total) {}

  /** Whether gathering by age reads no more than a page, however many match. */
  boolean gathersInOrderOfArrival();

  /**
   * About how many torrents match the words, to plan by. Cheap in any case.
   *
   * @param newest the largest number that a torrent has
   */
  long matches(Connection connection, long newest) throws SQLException;

  /** How many match words and bounds, exactly, unless they are more than {@code most}. */
  long count(Connection connection, SearchQuery query, int most) throws SQLException;

  /** The tags of the newest matches, so many at most. */
  void tags(Connection connection, SearchQuery query, int most, Consumer<String> tags)
      throws SQLException;

  /** Reads all matches and sorts them. */
  Found gather(Connection connection, SearchQuery query, SwarmOrder order, int limit, int offset)
      throws SQLException;

  /**
   * The matches among so many torrents with most seeders, best first, if the engine can tell that
   * quickly; otherwise none.
   */
  default Found skim(Connection connection, SearchQuery query, long depth, int limit, int offset)
      throws SQLException {
    return new Found(List.of(), 0);
  }
}
