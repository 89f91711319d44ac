package org.orbweaver.indexer.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.orbweaver.indexer.search.SearchQuery;

/**
 * The ways in which one engine can answer one question to its word index; {@link StoreSearch}
 * chooses.
 */
interface SearchStatements {
  /**
   * @param total how many there would be without a limit; 0 if that would have cost extra
   */
  record Found(List<Long> ids, long total) {}

  /** How many torrents match the words, counted or estimated up to the cap: cheap in any case. */
  long matches(Connection connection, int cap) throws SQLException;

  /** Reads all matches and sorts them: good when they are few. */
  Found gather(Connection connection, SearchQuery query, Order order, int limit, int offset)
      throws SQLException;

  /**
   * Walks all torrents in the wanted order and keeps those that match: good when many do, for then
   * the first page is full after a short walk.
   *
   * @param steps how far to walk at most
   */
  Found walk(
      Connection connection, SearchQuery query, Order order, int limit, int offset, int steps)
      throws SQLException;
}
