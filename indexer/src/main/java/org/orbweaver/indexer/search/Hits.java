package org.orbweaver.indexer.search;

import java.util.List;

/**
 * A page of results.
 *
 * @param total how many there are in all, exactly, up to {@link #MOST_COUNTED}
 * @param more whether there are more than {@code total}
 */
public record Hits(List<Hit> hits, long total, boolean more) {
  /** Beyond this nobody wants to know how many more. */
  public static final int MOST_COUNTED = 10_000;

  public Hits {
    hits = List.copyOf(hits);
  }
}
