package org.orbweaver.indexer.search;

import java.util.ArrayList;
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

  /** The same with one condition more. */
  public IndexQuery andAnyOf(List<String> words) {
    List<List<Term>> more = new ArrayList<>(groups);
    more.add(words.stream().map(Term::new).toList());
    return new IndexQuery(more, excluded);
  }

  /** Nothing to look for: an inverted index cannot help, not even with what is excluded. */
  public boolean isEmpty() {
    return groups.isEmpty();
  }
}
