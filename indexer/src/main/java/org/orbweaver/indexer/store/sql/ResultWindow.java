package org.orbweaver.indexer.store.sql;

import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.Sort;

/**
 * Which part of all results a page needs.
 *
 * @param limit one more than are shown, to know whether there are more
 * @param compared how many of the first are put in order by relevance; the others keep theirs
 */
record ResultWindow(int offset, int limit, int compared) {
  /** By relevance, so many of the best-seeded matches are compared. */
  private static final int COMPARED = 300;

  static ResultWindow of(SearchQuery query) {
    int end = query.offset() + query.limit() + 1;
    return query.sort() == Sort.RELEVANCE && query.offset() < COMPARED
        ? new ResultWindow(0, Math.max(COMPARED, end), COMPARED)
        : new ResultWindow(query.offset(), query.limit() + 1, 0);
  }
}
