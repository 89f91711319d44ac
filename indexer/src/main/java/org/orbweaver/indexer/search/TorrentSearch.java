package org.orbweaver.indexer.search;

/** Finds torrents. */
public interface TorrentSearch {
  Hits search(SearchQuery query);

  /** How the results divide, for those who want to narrow the search. */
  Facets facets(SearchQuery query);
}
