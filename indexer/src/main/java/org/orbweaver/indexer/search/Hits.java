package org.orbweaver.indexer.search;

import java.util.List;

/**
 * A page of results.
 *
 * @param total how many there are in all, as far as that was worth counting
 * @param more whether there are more than {@code total}
 */
public record Hits(List<Hit> hits, long total, boolean more) {
  public Hits {
    hits = List.copyOf(hits);
  }
}
