package org.orbweaver.indexer.search;

import java.util.List;

/**
 * What an inverted index is asked: every group must match by one of its terms, and none of the
 * excluded ones may.
 */
public record IndexQuery(List<List<Term>> groups, List<Term> excluded) {
  public IndexQuery {
    groups = groups.stream().map(List::copyOf).toList();
    excluded = List.copyOf(excluded);
  }

  /**
   * @param prefix whether the word may go on
   */
  public record Term(String word, boolean prefix) {
    public Term(String word) {
      this(word, false);
    }
  }

  /** Nothing to look for: an inverted index cannot help, not even with what is excluded. */
  public boolean isEmpty() {
    return groups.isEmpty();
  }
}
